// Reads new emails of the mailbox in a job: at least once each, stored once.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { StoreContext } from '../../context.ts';
import { dbNow, findSqlState, type Queryable, type Tx } from '../../database/database.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { IncomingEmail, ReceiveEmail } from '../../ports/incoming-email.ts';
import { unreadableEmail } from './email-fields.ts';
import { createEmailParser, type EmailParser } from './email-parser.ts';
import { createImapMailbox } from './imap-mailbox.ts';
import { mailboxes } from './incoming-email.schema.ts';
import type { Folder, Mailbox } from './mailbox.ts';

export const mostEmailsPerRun = 50;
/** A run starts no further email then; the next one goes on. */
const longestRunMs = 45_000;
/** Longer than a run can take: the process of an older claim has died. */
const claimSeconds = 120;
/**
 * The pause before the next email, as a multiple of the time for the last one. Orders are slower while an email is read, on two
 * processors: a pause keeps these few, and while the store is busy, fewer still (`bench:orders -- emails`).
 */
const pauses = {
  idle: { factor: 15, mostMs: 3_000 },
  busy: { factor: 100, mostMs: 10_000 },
};
/** The share of time in which the event loop works. Twenty orders a second are more. */
const busyShare = 0.05;
const overlapMs = 2 * 86_400_000;

/** Where the emails come from and go to. */
type Reading = { mailbox: Mailbox; parser: EmailParser; receive: ReceiveEmail };

type MailboxRow = typeof mailboxes.$inferSelect;
type Position = Pick<MailboxRow, 'uidValidity' | 'lastUid'> & { since?: MailboxRow['since'] };

/** One run. A failure of the mail server is recorded, not thrown. */
export async function readMailbox(ctx: StoreContext, imapUrl: string, receive: ReceiveEmail): Promise<void> {
  const { database, log } = ctx;
  const mailbox = createImapMailbox(imapUrl);
  const { key } = mailbox;
  if (!(await claim(database.db, key, claimSeconds))) return;
  const parser = createEmailParser();
  try {
    await mailbox.open((folder) => readFolder(ctx, { mailbox, parser, receive }, folder));
    await recordSuccess(database.db, key);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    log.warn({ problem: error.message }, 'the mailbox could not be read');
    await recordFailure(database.db, key, error.message);
  } finally {
    parser.close();
    await release(database.db, key);
  }
}

async function readFolder(ctx: StoreContext, reading: Reading, folder: Folder): Promise<void> {
  const endsAtMs = performance.now() + longestRunMs;
  const { lastUid, since } = await findPosition(ctx, reading, folder);
  const uids = await folder.listAfter(lastUid, since);
  let lastMs = 0;
  for (const uid of uids.slice(0, mostEmailsPerRun)) {
    await pauseAfter(lastMs);
    const beganMs = performance.now();
    if (beganMs > endsAtMs) return;
    await readEmail(ctx, reading, folder, uid);
    lastMs = performance.now() - beganMs;
  }
}

/** `emailMs`: how long the last email took. */
async function pauseAfter(emailMs: number): Promise<void> {
  const pauseOf = ({ factor, mostMs }: typeof pauses.idle) => Math.min(emailMs * factor, mostMs);
  const idleMs = pauseOf(pauses.idle);
  const before = performance.eventLoopUtilization();
  await wait(idleMs);
  const { utilization } = performance.eventLoopUtilization(before);
  if (utilization > busyShare) await wait(pauseOf(pauses.busy) - idleMs);
}

/**
 * The first reading starts after the existing emails. Where the server replaced its UIDs, emails of the last days are
 * read again; those that are stored are found by their Message-ID.
 */
async function findPosition(
  { database }: StoreContext,
  { mailbox: { key } }: Reading,
  folder: Folder,
): Promise<Pick<MailboxRow, 'lastUid' | 'since'>> {
  const lastUid = await folder.findLastUid();
  return database.transaction(async (tx) => {
    const stored = await lock(tx, key);
    const { uidValidity } = folder;
    if (stored.uidValidity === uidValidity) return stored;
    const { readAt } = stored;
    const position = readAt
      ? { uidValidity, lastUid: 0, since: new Date(readAt.getTime() - overlapMs) }
      : { uidValidity, lastUid, since: null };
    await setPosition(tx, key, position);
    return position;
  });
}

async function readEmail(ctx: StoreContext, reading: Reading, folder: Folder, uid: number): Promise<void> {
  const raw = await folder.fetch(uid);
  const id = `${folder.uidValidity}.${uid}`;
  const parsed = raw && (await reading.parser.parse(raw, id));
  const toBase64 = () => raw?.source.toString('base64') ?? null;
  const email = parsed && { ...parsed, source: parsed.isIncomplete ? toBase64() : null };
  try {
    await store(ctx, reading, folder, uid, email);
  } catch (error) {
    if (!isBadData(error)) throw error;
    // One email must not hold up all later ones.
    ctx.log.error({ uid, code: findSqlState(error) }, 'an incoming email could not be stored as it is');
    await store(ctx, reading, folder, uid, { ...unreadableEmail(id), source: toBase64() });
  }
}

/** Stores the email and the position in one transaction: a stop in the middle neither loses nor doubles it. */
async function store(
  ctx: StoreContext,
  { mailbox: { key }, receive }: Reading,
  folder: Folder,
  uid: number,
  email: IncomingEmail | null,
): Promise<void> {
  const { uidValidity } = folder;
  const outcome = await ctx.database.transaction(async (tx) => {
    const position = await lock(tx, key);
    // Another process went on after this one seemed dead.
    if (position.uidValidity !== uidValidity || position.lastUid >= uid) return 'duplicate';
    await setPosition(tx, key, { uidValidity, lastUid: uid });
    return email ? receive(tx, email) : 'automatic';
  });
  ctx.log.info({ uid, outcome }, 'an incoming email was read');
}

/** The database refuses the values, not the connection. */
function isBadData(error: unknown): boolean {
  return /^2[23]/.test(findSqlState(error) ?? '');
}

/** False while another process reads this mailbox. */
async function claim(db: Queryable, key: string, seconds: number): Promise<boolean> {
  await db.insert(mailboxes).values({ key }).onConflictDoNothing();
  const { busyUntil } = mailboxes;
  const claimed = await db
    .update(mailboxes)
    .set({ busyUntil: sql`${dbNow(db)} + ${seconds} * interval '1 second'`, triedAt: dbNow(db) })
    .where(and(eq(mailboxes.key, key), or(isNull(busyUntil), lte(busyUntil, dbNow(db)))))
    .returning({ key: mailboxes.key });
  return claimed.length > 0;
}

/** Locks the mailbox to the end of `tx`, so that emails are stored one after the other. */
async function lock(tx: Tx, key: string): Promise<MailboxRow> {
  const [stored] = await tx.select().from(mailboxes).where(eq(mailboxes.key, key)).for('update');
  if (!stored) throw new Error('The mailbox has no row.');
  return stored;
}

async function setPosition(tx: Tx, key: string, position: Position): Promise<void> {
  await tx.update(mailboxes).set(position).where(eq(mailboxes.key, key));
}

async function release(db: Queryable, key: string): Promise<void> {
  await db.update(mailboxes).set({ busyUntil: null }).where(eq(mailboxes.key, key));
}

async function recordSuccess(db: Queryable, key: string): Promise<void> {
  await db
    .update(mailboxes)
    .set({ readAt: dbNow(db), failingSince: null, problem: null })
    .where(eq(mailboxes.key, key));
}

async function recordFailure(db: Queryable, key: string, problem: string): Promise<void> {
  const failingSince = sql`coalesce(${mailboxes.failingSince}, ${dbNow(db)})`;
  await db.update(mailboxes).set({ failingSince, problem }).where(eq(mailboxes.key, key));
}
