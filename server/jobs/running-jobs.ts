// The jobs that this process runs now, and their lock holders.
import type { JobHelpers, TaskList } from 'graphile-worker';
import { backlogSeconds, createBacklogThrottle } from './backlog-throttle.ts';
import { handlerEntries, type JobHandlers } from './handlers.ts';

/** `onChange` gets the number of running jobs; `isServing`: requests are served beside them. */
export function createRunningJobs(onChange: (count: number) => void, isServing: () => boolean) {
  /** Job ID to lock holder. */
  const running = new Map<string, string>();
  let progress = 0;
  const throttle = createBacklogThrottle(isServing);

  async function run(id: string, holder: string, work: () => Promise<void>): Promise<void> {
    // Two runners of one process must never hold the same job.
    if (running.has(id)) throw new Error('This job is still running.');
    running.set(id, holder);
    changed();
    try {
      await work();
    } finally {
      running.delete(id);
      changed();
    }
  }

  function changed(): void {
    progress += 1;
    onChange(running.size);
  }

  return {
    /** The library's tasks. A job of a discarded runner does not start: its lock is freed and another runner takes it. */
    tasks: (handlers: JobHandlers, isDiscarded: () => boolean): TaskList =>
      Object.fromEntries(
        handlerEntries(handlers).map(([name, handler]) => [
          name,
          (payload: unknown, { job }: JobHelpers) => {
            if (isDiscarded()) throw new Error('The runner of this job was discarded.');
            const work = () => handler(payload);
            return run(String(job.id), job.locked_by ?? '', isBacklog(job) ? () => throttle(work) : work);
          },
        ]),
      ),
    ids: () => [...running.keys()],
    /** Of these lock holders. */
    count: (holders: readonly string[]) => [...running.values()].filter((holder) => holders.includes(holder)).length,
    /** Jobs started and ended since this process began: a number that moves while work is done. */
    progress: () => progress,
  };
}

// Both times are the database's.
function isBacklog({ run_at: dueAt, locked_at: takenAt }: JobHelpers['job']): boolean {
  return takenAt !== null && takenAt.getTime() - dueAt.getTime() > backlogSeconds * 1000;
}
