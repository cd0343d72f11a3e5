// The last link of the chain that a check saw: in a table whose row never goes back, and in a file outside the database
// if the operator names one. A chain that was shortened, emptied or rewritten lacks it.
import { appendFile, readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { chainStart, type Head } from './audit-chain.ts';
import { auditChain, auditHead } from './security.schema.ts';

/** The head that the last check saw, and the link up to which the nightly check has compared. */
export async function readSeenHead({ db }: Database): Promise<{ head: Head; comparedTo: number }> {
  const [row] = await db.select().from(auditHead);
  return row
    ? { head: { seq: row.seq, hash: row.hash }, comparedTo: row.comparedTo }
    : { head: chainStart, comparedTo: 0 };
}

/** Remembers `head`, unless a later one was seen meanwhile. */
export async function keepSeenHead(database: Database, { seq, hash }: Head): Promise<void> {
  if (seq === 0) return;
  const row = { seq, hash, seenAt: database.now() };
  await database.db
    .insert(auditHead)
    .values(row)
    .onConflictDoUpdate({ target: auditHead.only, set: row, setWhere: sql`${auditHead.seq} < ${seq}` });
}

export async function keepComparedTo({ db }: Database, comparedTo: number): Promise<void> {
  await db.update(auditHead).set({ comparedTo });
}

/** The link at this place, or the start of the chain. */
export async function linkAt({ db }: Database, seq: number): Promise<Head> {
  const [found] = await db
    .select({ seq: auditChain.seq, hash: auditChain.hash })
    .from(auditChain)
    .where(eq(auditChain.seq, seq));
  return found ?? chainStart;
}

type Line = { time: string; entries: number; hash: string };

/** Appends the head to the file, a line of JSON each time. */
export async function appendHead(file: string, time: Date, { seq, hash }: Head): Promise<void> {
  const line: Line = { time: time.toISOString(), entries: seq, hash };
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/**
 * The head of the file's last line; null without a file or a line. Throws when that line is none that `appendHead` wrote.
 */
export async function readHeadFile(file: string): Promise<Head | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  if (last === '') return null;
  const { entries, hash } = readLine(last);
  if (!Number.isSafeInteger(entries) || !/^[0-9a-f]{64}$/.test(hash)) throw new Error(noHead(file));
  return { seq: entries, hash };

  function readLine(line: string): Line {
    try {
      return { entries: Number.NaN, hash: '', ...JSON.parse(line) };
    } catch {
      throw new Error(noHead(file));
    }
  }
}

const noHead = (file: string) => `The last line of ${file} is no head of the audit log.`;
