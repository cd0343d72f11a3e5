// The disk of the database is full for a while: once there is room, the job queue works on within 30 s, and does nothing twice.
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import { mountChaosDisk } from '../support/chaos-disk.ts';
import { runChaos } from '../support/chaos-run.ts';
import { byScale } from '../support/chaos-scale.ts';
import { startChaosStore } from '../support/chaos-store.ts';

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!isRootOnLinux)('the disk of the database (mounting one needs root on Linux)', () => {
  const fault = 'disk full';
  test(fault, { timeout: byScale(180_000, 600_000) }, async ({ skip }) => {
    const disk = await mountChaosDisk(byScale(200, 500));
    if (!disk) return skip('no disk may be mounted here');
    onTestFinished(() => disk.close());
    const store = await startChaosStore({ dataDir: join(disk.folder, 'store') });
    onTestFinished(() => store.close());
    await runChaos(fault, store, disk.fill(byScale(10_000, 40_000)));
  });
});
