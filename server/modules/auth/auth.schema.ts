// Tables of admins, their sessions and their second factors.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type Role, roles } from '../../../contract/account-rules.ts';
import { isUncleanAddress } from '../../database/address-sql.ts';
import { at, sqlList } from '../../database/columns.ts';

/** An operator. The email is compared in lower case. */
export const admins = pgTable(
  'admins',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Owner for an admin that was added before roles existed, or by the version before. */
    role: text('role').$type<Role>().notNull().default('owner'),
    /** Of the authenticator app, encrypted. Required at sign-in once it is confirmed. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: at('totp_confirmed_at'),
    /** The time step of the last accepted code, so that no code is valid twice. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('admins_email').on(sql`lower(${t.email})`),
    index('admins_unclean_email').on(t.createdAt).where(isUncleanAddress(t.email)),
    check('admins_role', sql`${t.role} in (${sqlList(roles)})`),
  ],
);

/** One sign-in; its ID is the token's jti. A token without a live row is invalid. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: uuid('id').primaryKey(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    loginAt: at('login_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** The time of the last password check in this session. */
    steppedUpAt: at('stepped_up_at'),
    /** True after a second factor in this session: at sign-in, at a step-up, or at its setup. */
    secondFactor: boolean('second_factor').notNull().default(false),
    revokedAt: at('revoked_at'),
    /** SHA-256 of the cookie that a bound session needs beside its token. Null: the token alone is enough. */
    secretHash: text('secret_hash'),
    /** The cookie before the last rotation, for calls in flight. */
    formerSecretHash: text('former_secret_hash'),
    formerSecretUntil: at('former_secret_until'),
    /** Of bound sessions; written at most once a minute. */
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('admin_sessions_admin').on(t.adminId, t.expiresAt)],
);

/**
 * An invitation of an admin. Its link is computed from the ID (`invitation-links.ts`): nothing here opens it. A removed inviter
 * removes it.
 */
export const adminInvitations = pgTable(
  'admin_invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    acceptedAt: at('accepted_at'),
    /** By an owner, or by a newer invitation of this address. */
    revokedAt: at('revoked_at'),
  },
  (t) => [
    uniqueIndex('admin_invitations_open')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.acceptedAt} is null and ${t.revokedAt} is null`),
    check('admin_invitations_role', sql`${t.role} in (${sqlList(roles)})`),
  ],
);

/** A browser that signed in before: its failed attempts have their own count. */
export const adminDevices = pgTable(
  'admin_devices',
  {
    id: uuid('id').primaryKey(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    keyHash: text('key_hash').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
  },
  (t) => [uniqueIndex('admin_devices_key').on(t.keyHash), index('admin_devices_admin').on(t.adminId, t.lastUsedAt)],
);

/** Each replaces one code of the authenticator app; deleted after its use. */
export const adminBackupCodes = pgTable(
  'admin_backup_codes',
  {
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.codeHash] })],
);

/** A passkey for the sign-in without a password; the ID is the authenticator's. */
export const adminPasskeys = pgTable(
  'admin_passkeys',
  {
    id: text('id').primaryKey(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's use counter; always 0 with some. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('admin_passkeys_admin').on(t.adminId)],
);

/** A pending WebAuthn challenge. The admin is null for a sign-in. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    adminId: uuid('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expiry').on(t.expiresAt)],
);

/** A password attempt, written before the password is verified, so that parallel attempts are counted exactly. */
export const loginGuesses = pgTable(
  'login_guesses',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountKey: text('account_key').notNull(),
    addressKey: text('address_key').notNull(),
    /** Keyed hash of the network; null for a known browser, a session, and rows of the version before. */
    networkKey: text('network_key'),
    guessedAt: at('guessed_at').notNull(),
    succeeded: boolean('succeeded').notNull().default(false),
  },
  (t) => [
    index('login_guesses_account').on(t.accountKey, t.guessedAt),
    index('login_guesses_address').on(t.addressKey, t.guessedAt),
    index('login_guesses_network').on(t.networkKey, t.guessedAt).where(sql`${t.networkKey} is not null`),
  ],
);
