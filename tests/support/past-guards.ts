import type { Database } from '../../server/database/database.ts';

const guarded = ['audit_log', 'audit_chain', 'audit_head', 'launch_attestations'];

/** Runs SQL as one who owns the database may: without the guards of the audit log. */
export async function pastGuards({ pool }: Database, sql: string, ...values: unknown[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const table of guarded) await client.query(`alter table ${table} disable trigger user`);
    await client.query(sql, values);
    for (const table of guarded) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } finally {
    client.release();
  }
}
