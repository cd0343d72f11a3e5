// Processes that stand still for a while, as on a machine or disk that stalls. Linux and macOS.
import { setTimeout as wait } from 'node:timers/promises';

/** Stops a process and its children for so long, and lets them go on. `listPids` returns the parent first. */
export async function freezeProcesses(listPids: () => Promise<readonly number[]>, forMs: number): Promise<void> {
  // Once the parent stands still, it starts no more.
  const [parent = 0] = await listPids();
  const pids = [parent];
  signalAll(pids, 'SIGSTOP');
  try {
    pids.push(...(await listPids()).filter((pid) => pid !== parent));
    signalAll(pids, 'SIGSTOP');
    await wait(forMs);
  } finally {
    signalAll(pids, 'SIGCONT');
  }
}

function signalAll(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // A session that ended meanwhile.
    }
  }
}
