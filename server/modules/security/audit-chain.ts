// The hash chain of the audit log: each hash covers an entry and the hash before it, so that a changed or missing entry
// is detected (audit-check.ts). One job appends committed entries: writing an entry never waits.
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { numbers, texts } from '../../database/columns.ts';
import type { Database, Tx } from '../../database/database.ts';
import { auditChain, auditLog, auditUnchained } from './security.schema.ts';

type Entry = typeof auditLog.$inferSelect;

/** A small batch, so that hashing does not delay requests. */
const chainedAtOnce = 200;
const readAtOnce = 2_000;
/** The hash before the first entry. */
const chainBegin = '0'.repeat(64);

/**
 * SHA-256, as 64 hexadecimal characters, over the entry's position, the hash before, and all fields but personal data.
 */
export function hashEntry(
  before: string,
  seq: number,
  { id, happenedAt, actor, action, subject, details }: Entry,
): string {
  const content = [before, seq, id, happenedAt.toISOString(), actor, action, subject, inOrder(details)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Appends committed entries that are not in the chain yet, oldest first. Returns their number. */
export async function chainAudit(database: Database): Promise<number> {
  for (let total = 0; ; ) {
    const taken = await database.transaction(async (tx) => chainSome(tx));
    total += taken;
    if (taken < chainedAtOnce) return total;
  }
}

async function chainSome(tx: Tx): Promise<number> {
  // One writer at a time, across all processes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('audit chain', 0))`);
  const waiting = await tx
    .select({ id: auditUnchained.auditId })
    .from(auditUnchained)
    .orderBy(asc(auditUnchained.auditId))
    .limit(chainedAtOnce);
  if (waiting.length === 0) return 0;
  const taken = sql`any(${numbers(waiting.map(({ id }) => id))})`;
  const entries = await tx.select().from(auditLog).where(sql`${auditLog.id} = ${taken}`).orderBy(asc(auditLog.id));
  const [end] = await tx.select().from(auditChain).orderBy(desc(auditChain.seq)).limit(1);
  let [seq, hash] = [end?.seq ?? 0, end?.hash ?? chainBegin];
  const links = entries.map((entry) => {
    seq += 1;
    hash = hashEntry(hash, seq, entry);
    return { seq, auditId: entry.id, hash };
  });
  await tx.execute(sql`
    insert into ${auditChain} (seq, audit_id, hash)
    select * from unnest(${numbers(links.map((link) => link.seq))}, ${numbers(links.map(({ auditId }) => auditId))},
      ${texts(links.map((link) => link.hash))})`);
  await tx.delete(auditUnchained).where(sql`${auditUnchained.auditId} = ${taken}`);
  return waiting.length;
}

/** A link of the chain: everything up to it is covered by its hash. */
export type Head = { seq: number; hash: string };

/** Before the first entry. */
export const chainStart: Head = { seq: 0, hash: chainBegin };

/**
 * Compares the links after `from`, to the one at `until` at most, with their entries. Gives each difference to `differs`
 * and returns the last link.
 */
export async function compareLinks(
  database: Database,
  from: Head,
  until: number,
  differs: (line: string) => void,
): Promise<Head> {
  let { seq, hash } = from;
  for (;;) {
    const links = await database.db
      .select({ link: auditChain, entry: auditLog })
      .from(auditChain)
      .leftJoin(auditLog, eq(auditLog.id, auditChain.auditId))
      .where(and(gt(auditChain.seq, seq), lte(auditChain.seq, until)))
      .orderBy(asc(auditChain.seq))
      .limit(readAtOnce);
    for (const { link, entry } of links) {
      if (link.seq !== seq + 1) differs(`links ${seq + 1} to ${link.seq - 1} of the chain are missing`);
      if (!entry) differs(`entry ${link.auditId} is missing`);
      else if (hashEntry(hash, link.seq, entry) !== link.hash)
        differs(`entry ${entry.id} (${entry.action}) was changed`);
      // Reported once: the following entries are compared with the hash as stored.
      ({ seq, hash } = link);
    }
    if (links.length < readAtOnce) return { seq, hash };
  }
}

/** Is this link, which somebody saw, still in the chain? Otherwise the end of the chain was removed, or it was rewritten. */
export async function isInChain({ db }: Database, { seq, hash }: Head): Promise<boolean> {
  if (seq === 0) return true;
  const [found] = await db.select({ hash: auditChain.hash }).from(auditChain).where(eq(auditChain.seq, seq));
  return found?.hash === hash;
}

/** Is a link with this hash in the chain? */
export async function hasHash({ db }: Database, hash: string): Promise<boolean> {
  if (hash === chainBegin) return true;
  const found = await db.select({ seq: auditChain.seq }).from(auditChain).where(eq(auditChain.hash, hash));
  return found.length > 0;
}

/** Entries that are neither in the chain nor waiting for it; at most 100. */
export async function entriesInNoChain(database: Database): Promise<{ id: number; action: string }[]> {
  return database.db
    .select({ id: auditLog.id, action: auditLog.action })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.auditId, auditLog.id))
    .leftJoin(auditUnchained, eq(auditUnchained.auditId, auditLog.id))
    .where(and(isNull(auditChain.seq), isNull(auditUnchained.auditId)))
    .orderBy(asc(auditLog.id))
    .limit(100);
}

// Sorts keys, so that the text does not depend on jsonb's key order.
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, inOrder(part)]);
}
