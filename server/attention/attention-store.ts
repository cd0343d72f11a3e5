// SQL of what waits for a person: one kind at a time, without what was put aside.
import { type SQL, sql } from 'drizzle-orm';
import type { AttentionKind } from '../../contract/attention.ts';
import type { Database, Queryable } from '../store/database.ts';
import { attentionAside } from '../store/schema.ts';
import { type AskedKind, questions } from './attention-questions.ts';

export type AttentionRow = { subject: string; order_id: string | null; at: Date; words: string };
export type AttentionStore = ReturnType<typeof createAttentionStore>;

export function createAttentionStore(database: Database) {
  const isAside = (kind: AttentionKind, subject: SQL) =>
    sql`exists (select from ${attentionAside} s where s.kind = ${kind} and s.subject = ${subject})`;

  return {
    /** The newest first, at most `limit`; with a subject that one only. */
    async open(kind: AskedKind, limit: number, subject?: string): Promise<AttentionRow[]> {
      const named = subject === undefined ? sql`true` : sql`q.subject = ${subject}`;
      // What of this kind is not settled and not put aside?
      const { rows } = await database.db.execute<Omit<AttentionRow, 'at'> & { at: string }>(sql`
        select q.subject, q.order_id, q.at, q.words from (${questions[kind](database.now())}) q
        where ${named} and not ${isAside(kind, sql`q.subject`)} order by q.at desc limit ${limit}`);
      return rows.map((row) => ({ ...row, at: new Date(row.at) }));
    },

    async withoutAside(kind: AttentionKind, rows: readonly AttentionRow[]): Promise<AttentionRow[]> {
      if (rows.length === 0) return [];
      const subjects = sql.param(rows.map(({ subject }) => subject));
      // Which of these were put aside?
      const { rows: aside } = await database.db.execute<{ subject: string }>(sql`
        select subject from ${attentionAside} where kind = ${kind} and subject = any(${subjects}::text[])`);
      const gone = new Set(aside.map(({ subject }) => subject));
      return rows.filter(({ subject }) => !gone.has(subject));
    },

    async setAside(
      at: Queryable,
      aside: { kind: AttentionKind; subject: string; note: string; setBy: string },
    ): Promise<void> {
      // Puts one aside; who did it first is kept.
      await at
        .insert(attentionAside)
        .values({ ...aside, setAt: database.now() })
        .onConflictDoNothing();
    },
  };
}
