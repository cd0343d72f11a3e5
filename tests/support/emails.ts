// Emails that wait before they are sent.
import type { TestStore } from './store.ts';

/** Lets the time of every waiting email come, and runs every job that is due. */
export async function sendWaiting(store: TestStore): Promise<void> {
  await store.db.database.pool.query(`
    update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`);
  await store.drain();
}
