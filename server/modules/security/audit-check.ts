// Checks the audit log against its chain: in full on command, and every night what is new and a part of the rest.
import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import {
  chainAudit,
  chainStart,
  compareLinks,
  entriesInNoChain,
  type Head,
  hasHash,
  isInChain,
} from './audit-chain.ts';
import { auditChain, auditHead } from './security.schema.ts';

export type SeenHeads = {
  /** A hash that somebody noted. */
  expected?: string | null;
  /** The file to which the nightly check appends the head. */
  headFile?: string | null;
};

/**
 * Compares the whole audit log with its chain, and the chain with every head that was seen. Prints each difference, and
 * last the chain's length and final hash. Returns the number of differences.
 */
export async function verifyAudit(
  database: Database,
  print: (line: string) => void,
  { expected = null, headFile = null }: SeenHeads = {},
): Promise<number> {
  let found = 0;
  const differs = (line: string) => {
    found += 1;
    print(line);
  };
  await chainAudit(database);
  const end = await compareLinks(database, chainStart, Number.MAX_SAFE_INTEGER, differs);
  for (const { id, action } of await entriesInNoChain(database)) differs(`entry ${id} (${action}) is in no chain`);
  if (expected !== null && !(await hasHash(database, expected)))
    differs('the expected hash is not in the chain: its end was removed, or it was rewritten');
  for (const line of await lostHeads(database, headFile)) differs(line);
  if (found === 0) await keepSeenHead(database, end);
  print(`${end.seq} entries in the chain, ${found} differences. It ends with ${end.hash}`);
  return found;
}

/**
 * The nightly check: every head that was seen is still in the chain, new entries and a part of the older ones match it.
 * Then the head is logged, remembered and appended to the file. A difference raises one critical alert.
 * `comparedPerNight`: how many old links are compared: a small store as a whole every night, a large one in turns.
 */
export async function checkAudit(ctx: StoreContext, comparedPerNight = 100_000): Promise<void> {
  const { clock, config, database, log } = ctx;
  const headFile = config.auditHeadFile;
  await chainAudit(database);
  const lost = await lostHeads(database, headFile);
  // Without the head that was seen, no place is known from which to go on.
  if (lost.length > 0) return reportDifferences(ctx, lost);
  const { head, comparedTo } = await readSeenHead(database);
  const differences: string[] = [];
  const differs = (line: string) => void differences.push(line);
  const end = await compareLinks(database, head, Number.MAX_SAFE_INTEGER, differs);
  const until = Math.min(comparedTo + comparedPerNight, head.seq);
  await compareLinks(database, await linkAt(database, comparedTo), until, differs);
  await keepComparedTo(database, until === head.seq ? 0 : until);
  if (differences.length > 0) return reportDifferences(ctx, differences);
  await keepSeenHead(database, end);
  log.info({ entries: end.seq, hash: end.hash }, 'audit log compared with its chain');
  if (headFile !== null) await appendHead(headFile, clock.now(), end);
}

async function reportDifferences({ alerts, database, log }: StoreContext, differences: string[]): Promise<void> {
  const [first = ''] = differences;
  log.error({ differences: differences.length, first }, 'the audit log differs from its chain');
  await alerts.raise(database.db, {
    type: 'audit_difference',
    severity: 'critical',
    message: storeMessage('audit_log_changed', { difference: first }),
    onceKey: `audit:${createHash('sha256').update(first).digest('hex')}`,
  });
}

/** A sentence for each head that was seen and is not in the chain now. */
async function lostHeads(database: Database, headFile: string | null): Promise<string[]> {
  const seen: { head: Head | null; by: string }[] = [
    { head: (await readSeenHead(database)).head, by: 'an earlier check' },
    { head: headFile === null ? null : await readHeadFile(headFile), by: headFile ?? '' },
  ];
  const lost: string[] = [];
  for (const { head, by } of seen) {
    if (head !== null && !(await isInChain(database, head)))
      lost.push(
        `the chain of ${head.seq} entries that ${by} saw is not there: its end was removed, or it was rewritten`,
      );
  }
  return lost;
}

// The last link of the chain that a check saw: in a table whose row never goes back, and in a file outside the database
// if the operator names one. A chain that was shortened, emptied or rewritten lacks it.

/** The head that the last check saw, and the link up to which the nightly check has compared. */
async function readSeenHead({ db }: Database): Promise<{ head: Head; comparedTo: number }> {
  const [row] = await db.select().from(auditHead);
  return row
    ? { head: { seq: row.seq, hash: row.hash }, comparedTo: row.comparedTo }
    : { head: chainStart, comparedTo: 0 };
}

/** Remembers `head`, unless a later one was seen meanwhile. */
async function keepSeenHead(database: Database, { seq, hash }: Head): Promise<void> {
  if (seq === 0) return;
  const row = { seq, hash, seenAt: database.now() };
  await database.db
    .insert(auditHead)
    .values(row)
    .onConflictDoUpdate({ target: auditHead.only, set: row, setWhere: sql`${auditHead.seq} < ${seq}` });
}

async function keepComparedTo({ db }: Database, comparedTo: number): Promise<void> {
  await db.update(auditHead).set({ comparedTo });
}

/** The link at this place, or the start of the chain. */
async function linkAt({ db }: Database, seq: number): Promise<Head> {
  const [found] = await db
    .select({ seq: auditChain.seq, hash: auditChain.hash })
    .from(auditChain)
    .where(eq(auditChain.seq, seq));
  return found ?? chainStart;
}

type Line = { time: string; entries: number; hash: string };

/** Appends the head to the file, a line of JSON each time. */
async function appendHead(file: string, time: Date, { seq, hash }: Head): Promise<void> {
  const line: Line = { time: time.toISOString(), entries: seq, hash };
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/**
 * The head of the file's last line; null without a file or a line. Throws when that line is none that `appendHead` wrote.
 */
async function readHeadFile(file: string): Promise<Head | null> {
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
