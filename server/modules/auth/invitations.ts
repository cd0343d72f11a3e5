// Invites admins by links. A link works once, for 72 hours, and only while its inviter is an owner.
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/account-rules.ts';
import { isPlainAddress } from '../../../contract/email-address.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as accountsRepository from './accounts.repository.ts';
import { insertAdmin, lockOwners, prepareAdmin } from './accounts.ts';
import * as authRepository from './auth.repository.ts';
import { adminInvitations, admins } from './auth.schema.ts';
import { openSession, type SignedIn } from './auth.service.ts';

const validHours = 72;
/** An answer about an old link stays precise for so long. */
const keptDays = 30;
/** A limit far above the number of open invitations of one store. */
const mostListed = 200;

const { id, email, role, invitedBy, createdAt, expiresAt, acceptedAt, revokedAt } = adminInvitations;
const isOpen = and(isNull(acceptedAt), isNull(revokedAt));

export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

export async function listInvitations(db: Queryable) {
  return db
    .select({ id, email, role, invitedBy: admins.email, createdAt, expiresAt })
    .from(adminInvitations)
    .innerJoin(admins, eq(admins.id, invitedBy))
    .where(isOpen)
    .orderBy(desc(createdAt), desc(id))
    .limit(mostListed);
}

/**
 * Replaces an open invitation of this address. Throws invalid_input for the email, conflict for that of an admin, and no_role for
 * an inviter who is no owner any more.
 */
export async function inviteAdmin(
  ctx: StoreContext,
  { email: typed, role: chosen, send_email }: { email: string; role: Role; send_email: boolean },
  by: Admin,
): Promise<Invitation & { url: string; emailed: boolean }> {
  const address = normalAddress(typed);
  if (!isPlainAddress(address)) throw new StoreError('invalid_input', { reason: 'email_invalid', field: 'email' });
  const invitationId = ctx.ids.uuid();
  const isEmailed = send_email && (await ctx.findMailer()) !== null;
  await ctx.database.transaction(async (tx) => {
    // Also one inviter after the other, so that the later invitation replaces the earlier one.
    await lockOwners(tx, by);
    if (await authRepository.findAdmin(tx, address)) {
      throw new StoreError('conflict', { reason: 'admin_exists', field: 'email' });
    }
    const now = dbNow(tx);
    await tx
      .update(adminInvitations)
      .set({ revokedAt: now })
      .where(and(isOpen, eq(sql`lower(${email})`, address.toLowerCase())));
    await tx.insert(adminInvitations).values({
      id: invitationId,
      email: address,
      role: chosen,
      invitedBy: by.id,
      createdAt: now,
      expiresAt: sql`${now} + ${validHours} * interval '1 hour'`,
    });
    const entry = { actor: `admin:${by.id}`, action: 'admin.invited', subject: invitationId };
    await ctx.audit.record(tx, { ...entry, details: { role: chosen } });
    if (isEmailed) {
      await ctx.outbox.post(tx, { kind: 'admin_invitation', adminInvitationId: invitationId, recipient: address });
    }
  });
  const made = (await listInvitations(ctx.database.db)).find((one) => one.id === invitationId);
  if (!made) throw new StoreError('conflict', { reason: 'invitation_revoked' });
  return { ...made, emailed: isEmailed, url: `${ctx.config.publicUrl}${ctx.invitationLinks.buildPath(invitationId)}` };
}

/** Throws not_found for an invitation that is not open. */
export async function revokeInvitation(ctx: StoreContext, invitationId: string, by: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const revoked = await tx
      .update(adminInvitations)
      .set({ revokedAt: dbNow(tx) })
      .where(and(eq(id, invitationId), isOpen));
    if (revoked.rowCount === 0) throw new StoreError('not_found');
    await ctx.audit.record(tx, {
      actor: `admin:${by.id}`,
      action: 'admin.invitation_revoked',
      subject: invitationId,
    });
  });
}

/** Throws not_found, or conflict with the reason why the link does not work any more. */
export async function openInvitation(ctx: StoreContext, token: string) {
  return getOpen(ctx, ctx.database.db, token);
}

/**
 * Creates the admin and opens its first session. Of two who accept at once, the second gets the conflict. Throws as
 * `openInvitation`, invalid_input for the password, and conflict where the address became an admin meanwhile.
 */
export async function acceptInvitation(
  ctx: StoreContext,
  { token, password }: { token: string; password: string },
  caller: { ip: string; userAgent: string; bind?: boolean | undefined },
): Promise<SignedIn> {
  const found = await openInvitation(ctx, token);
  const admin = await prepareAdmin(ctx, { email: found.email, password, role: found.role });
  return ctx.database.transaction(async (tx) => {
    // The owners first, as a change of their roles does.
    await accountsRepository.lockOwners(tx);
    await tx.select({ id }).from(adminInvitations).where(eq(id, found.id)).for('update');
    await getOpen(ctx, tx, token);
    await tx
      .update(adminInvitations)
      .set({ acceptedAt: dbNow(tx) })
      .where(eq(id, found.id));
    await insertAdmin(ctx, tx, admin, `admin:${found.inviterId}`);
    return openSession(ctx, tx, { id: admin.id, email: admin.email, secondFactor: false }, caller);
  });
}

async function getOpen({ invitationLinks }: StoreContext, db: Queryable, token: string) {
  const invitationId = invitationLinks.read(token);
  if (invitationId === null) throw new StoreError('not_found', { reason: 'invitation_unknown' });
  const [found] = await db
    .select({
      id,
      email,
      role,
      expiresAt,
      acceptedAt,
      revokedAt,
      inviterId: admins.id,
      inviterRole: admins.role,
      isExpired: sql<boolean>`${expiresAt} <= ${dbNow(db)}`,
    })
    .from(adminInvitations)
    .innerJoin(admins, eq(admins.id, invitedBy))
    .where(eq(id, invitationId));
  // An invitation of a removed admin went with that account.
  if (!found) throw new StoreError('conflict', { reason: 'invitation_revoked' });
  if (found.acceptedAt !== null) throw new StoreError('conflict', { reason: 'invitation_accepted' });
  if (found.revokedAt !== null || found.inviterRole !== 'owner') {
    throw new StoreError('conflict', { reason: 'invitation_revoked' });
  }
  if (found.isExpired) throw new StoreError('conflict', { reason: 'invitation_expired' });
  return found;
}

export async function purgeInvitations(db: Queryable): Promise<void> {
  await db.delete(adminInvitations).where(lt(expiresAt, sql`${dbNow(db)} - ${keptDays} * interval '1 day'`));
}
