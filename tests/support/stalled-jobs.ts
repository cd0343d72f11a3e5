// Two ways to keep a job queue from taking any job, from outside and until they are undone.
import pg from 'pg';
import type { StoreProcess } from './process.ts';
import { until } from './program.ts';

/** Ends the fault. */
export type Undo = () => Promise<void>;

/** Jobs can be added and read; locking one fails. */
export async function refuseJobUpdates(store: StoreProcess): Promise<Undo> {
  await store.sql(`
    create function public.refuse_job_update() returns trigger language plpgsql as $$
    begin raise exception 'no job may be taken'; end $$;
    create trigger refuse_job_update before update on graphile_worker._private_jobs
      for each row execute function public.refuse_job_update();`);
  return async () => {
    await until('the trigger is removed', () =>
      store.sql(`set lock_timeout = '2s'; drop function public.refuse_job_update() cascade`).then(
        () => true,
        () => false,
      ),
    );
  };
}

/** Nobody can read the jobs, add one or lock one. */
export async function lockJobs(store: StoreProcess): Promise<Undo> {
  const client = new pg.Client({ connectionString: await store.databaseUrl() });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin; lock table graphile_worker._private_jobs in access exclusive mode');
  return () => client.end();
}
