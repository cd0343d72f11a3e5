// Mail servers and the folder for backups: saved by an owner, unless a variable of the environment is set.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { eq } from 'drizzle-orm';
import { isPlainAddress } from '../../../contract/email-address.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { SavedServers } from '../../../contract/infrastructure.ts';
import {
  firstBackup,
  type InfrastructureKind,
  infrastructureVariables,
} from '../../../contract/infrastructure-rules.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Infrastructure } from '../../ports/infrastructure.ts';
import type { Admin } from '../../request-context.ts';
import { infrastructureSettings } from './infrastructure.schema.ts';

type MailKind = 'smtp' | 'imap';
type Server = Pick<SavedServers[MailKind], 'host' | 'port' | 'security' | 'user'>;
type Saved<K extends InfrastructureKind> = { value: SavedServers[K]; password: string | null; testFailed: boolean };
export type MailState = 'missing' | 'failed' | 'ready';
type Answer = AnswerFor<'GET /api/admin/infrastructure'>;

export function createInfrastructure({
  database,
  config,
  sealer,
}: {
  database: Pick<Database, 'db'>;
  config: Pick<StoreContext['config'], 'mail' | 'imapUrl' | 'backup'>;
  sealer: Sealer;
}): Infrastructure {
  // With a password that cannot be opened (another SECRETS_KEY) the server refuses the sign-in, which the store reports.
  const toUrl = (kind: MailKind, { value, password }: Saved<MailKind>) => {
    const { host, port, security, user } = value;
    const secret = password === null ? '' : (sealer.open(password, describeOrigin(kind, value)) ?? '');
    const signIn = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(secret)}@`;
    return `${kind}${security === 'tls' ? 's' : ''}://${signIn}${host}:${port}`;
  };
  return {
    mail: async (at = database.db) => {
      if (config.mail) return config.mail;
      const saved = await find(at, 'smtp');
      if (!saved) return null;
      const { from_address: address, from_name: name } = saved.value;
      return { smtpUrl: toUrl('smtp', saved), from: { address, name: name === '' ? null : name } };
    },
    imapUrl: async () => {
      if (config.imapUrl !== null) return config.imapUrl;
      const saved = await find(database.db, 'imap');
      return saved && `${toUrl('imap', saved)}/${encodeURIComponent(saved.value.folder)}`;
    },
    backup: async () => {
      if (config.backup) return { ...config.backup, hour: firstBackup.hour };
      return (await find(database.db, 'backup'))?.value ?? null;
    },
  };
}

/** Without passwords. */
export async function readInfrastructure({ config, database }: StoreContext): Promise<Answer> {
  const [smtp, imap, backup] = await Promise.all([
    find(database.db, 'smtp'),
    find(database.db, 'imap'),
    find(database.db, 'backup'),
  ]);
  return {
    smtp: config.mail ? parseSmtp(config.mail) : smtp && toAnswer(smtp),
    imap: config.imapUrl !== null ? parseImap(config.imapUrl) : imap && toAnswer(imap),
    backup: config.backup
      ? { ...config.backup, hour: firstBackup.hour, ...byEnvironment }
      : backup && { ...backup.value, ...bySettings },
  };
}

const byEnvironment = { set_by: 'environment' } as const;
const bySettings = { set_by: 'settings' } as const;

function toAnswer<K extends MailKind>({ value, password }: Saved<K>) {
  return { ...value, has_password: password !== null, ...bySettings };
}

function parseSmtp({ smtpUrl, from }: NonNullable<StoreContext['config']['mail']>) {
  return {
    ...parseServer(smtpUrl, [465, 587]),
    from_name: from.name ?? '',
    from_address: from.address,
    ...byEnvironment,
  };
}

function parseImap(imapUrl: string) {
  const folder = decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX';
  return { ...parseServer(imapUrl, [993, 143]), folder, ...byEnvironment };
}

type MailInput<K extends MailKind> = SavedServers[K] & { password?: string | undefined };

/** Throws invalid_input with the field that is wrong, and conflict where a variable is set. */
export async function saveSmtp(ctx: StoreContext, input: MailInput<'smtp'>, admin: Admin): Promise<Answer> {
  const from_address = normalAddress(input.from_address);
  if (!isPlainAddress(from_address)) {
    throw new StoreError('invalid_input', { field: 'from_address', reason: 'email_invalid' });
  }
  // A line break would start another header (header injection).
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(input.from_name)) {
    throw new StoreError('invalid_input', { field: 'from_name', reason: 'sender_name_invalid' });
  }
  return saveServer(ctx, 'smtp', { ...input, from_address }, admin);
}

export async function saveImap(ctx: StoreContext, input: MailInput<'imap'>, admin: Admin): Promise<Answer> {
  if (input.user === '') throw new StoreError('invalid_input', { field: 'user', reason: 'mailbox_user_missing' });
  return saveServer(ctx, 'imap', input, admin);
}

async function saveServer<K extends MailKind>(
  ctx: StoreContext,
  kind: K,
  { password: typed, ...value }: MailInput<K>,
  admin: Admin,
): Promise<Answer> {
  assertNotSetByEnvironment(ctx, kind);
  const server: Server = value;
  const saved = value as unknown as SavedServers[K];
  await ctx.database.transaction(async (tx) => {
    const before = await find(tx, kind);
    const password = server.user === '' ? null : sealPassword(ctx, kind, server, typed, before);
    await save(tx, kind, saved, password);
    const { host, port, security } = server;
    const details = { host, port, security, newPassword: typed !== undefined };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: `${kind}.saved`, subject: kind, details });
    ctx.live.announce(tx, 'settings-update');
  });
  return readInfrastructure(ctx);
}

// A stored password is sent only to the security, host and port that it was saved for.
function sealPassword(
  { sealer }: StoreContext,
  kind: MailKind,
  server: Server,
  typed: string | undefined,
  before: Saved<MailKind> | null,
): string {
  const origin = describeOrigin(kind, server);
  if (typed !== undefined) return sealer.seal(typed, origin);
  const wrong = { field: 'password' };
  if (!before || before.password === null) {
    throw new StoreError('invalid_input', { ...wrong, reason: 'server_password_missing' });
  }
  if (describeOrigin(kind, before.value) !== origin) {
    throw new StoreError('invalid_input', { ...wrong, reason: storeMessage('secret_needed', { secret: 'password' }) });
  }
  return before.password;
}

/** Creates the folder. Throws invalid_input where the store cannot write into it. */
export async function saveBackupFolder(
  ctx: StoreContext,
  input: SavedServers['backup'],
  admin: Admin,
): Promise<Answer> {
  assertNotSetByEnvironment(ctx, 'backup');
  const { folder } = input;
  if (!isAbsolute(folder) || folder.includes('\0')) {
    throw new StoreError('invalid_input', { field: 'folder', reason: 'backup_folder_relative' });
  }
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException;
    const reason = storeMessage('backup_folder_unusable', { words: code });
    throw new StoreError('invalid_input', { field: 'folder', reason });
  }
  await ctx.database.transaction(async (tx) => {
    await save(tx, 'backup', input, null);
    const entry = { actor: `admin:${admin.id}`, action: 'backup_folder.saved', subject: 'backup' };
    await ctx.audit.record(tx, { ...entry, details: input });
    ctx.live.announce(tx, 'settings-update');
  });
  return readInfrastructure(ctx);
}

export async function removeInfrastructure(ctx: StoreContext, kind: InfrastructureKind, admin: Admin): Promise<Answer> {
  assertNotSetByEnvironment(ctx, kind);
  await ctx.database.transaction(async (tx) => {
    const removed = await tx.delete(infrastructureSettings).where(eq(infrastructureSettings.kind, kind));
    if (removed.rowCount === 0) return;
    const action = kind === 'backup' ? 'backup_folder.removed' : `${kind}.removed`;
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: kind });
    ctx.live.announce(tx, 'settings-update');
  });
  return readInfrastructure(ctx);
}

function assertNotSetByEnvironment({ config }: StoreContext, kind: InfrastructureKind): void {
  const inEnvironment = { smtp: config.mail, imap: config.imapUrl, backup: config.backup }[kind];
  if (inEnvironment === null) return;
  const reason = storeMessage('set_by_environment', { variable: infrastructureVariables[kind] });
  throw new StoreError('conflict', { reason });
}

/** Part of the encryption: with another origin the password cannot be opened. */
function describeOrigin(kind: MailKind, { security, host, port }: Server): string {
  return `${kind} ${security}://${host}:${port}`;
}

function parseServer(url: string, [tlsPort, plainPort]: readonly [number, number]) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol.endsWith('s:');
  return {
    host: hostname,
    port: Number(port || (isTls ? tlsPort : plainPort)),
    security: isTls ? ('tls' as const) : ('starttls' as const),
    user: decodeURIComponent(username),
    has_password: password !== '',
  };
}

/** `ready` also where nothing was tested, and for a mail server of the environment. */
export async function readMailState({ config, database }: StoreContext): Promise<MailState> {
  if (config.mail) return 'ready';
  const saved = await find(database.db, 'smtp');
  if (!saved) return 'missing';
  return saved.testFailed ? 'failed' : 'ready';
}

export async function recordMailTest({ database, live }: StoreContext, testFailed: boolean): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.update(infrastructureSettings).set({ testFailed }).where(eq(infrastructureSettings.kind, 'smtp'));
    live.announce(tx, 'settings-update');
  });
}

/** For a command, which has no key for the password. */
export async function isSmtpSaved(at: Queryable): Promise<boolean> {
  return (await find(at, 'smtp')) !== null;
}

async function find<K extends InfrastructureKind>(at: Queryable, kind: K): Promise<Saved<K> | null> {
  const [found] = await at.select().from(infrastructureSettings).where(eq(infrastructureSettings.kind, kind));
  return found ? { ...found, value: found.value as SavedServers[K] } : null;
}

async function save<K extends InfrastructureKind>(
  tx: Queryable,
  kind: K,
  value: SavedServers[K],
  password: string | null,
): Promise<void> {
  const set = { value, password, testFailed: false };
  await tx
    .insert(infrastructureSettings)
    .values({ kind, ...set })
    .onConflictDoUpdate({ target: infrastructureSettings.kind, set });
}
