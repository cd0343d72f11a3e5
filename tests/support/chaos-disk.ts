// A disk of its own for a store, which can be filled. Only an administrator can mount one, and not everywhere.
import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './chaos-run.ts';

export type ChaosDisk = {
  folder: string;
  /** Takes all room, also what becomes free meanwhile, then gives it back. */
  fill(forMs: number): Fault;
  close(): Promise<void>;
};

const refillEveryMs = 250;

/** Null where none may be mounted. */
export async function mountChaosDisk(megabytes: number): Promise<ChaosDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const close = async () => {
    if (mounted.status === 0) spawnSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  if (mounted.status !== 0) {
    await close();
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: (forMs) => async () => {
      const endsAtMs = Date.now() + forMs;
      while (Date.now() < endsAtMs) {
        await writeUntilFull(ballast);
        await wait(refillEveryMs);
      }
      await rm(ballast);
    },
    close,
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const size of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(size);
      let isFull = false;
      while (!isFull) {
        isFull = await file.write(block).then(
          ({ bytesWritten }) => bytesWritten < size,
          () => true,
        );
      }
    }
  } finally {
    await file.close();
  }
}
