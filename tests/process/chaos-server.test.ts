// The database server dies and comes back, again and again: the job queue works on within 30 s, and does nothing twice.
import { afterEach, describe, test } from 'vitest';
import { duringCompletions, killServer, restartServer } from '../support/chaos-database-faults.ts';
import { type Fault, runChaos } from '../support/chaos-run.ts';
import { byScale, isFullScale } from '../support/chaos-scale.ts';
import { type ChaosStore, startChaosStore } from '../support/chaos-store.ts';

let store: ChaosStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

const rows: { fault: string; make: Fault; fullOnly?: boolean }[] = [
  {
    fault: 'server killed while it removes finished jobs',
    make: duringCompletions(killServer({ times: byScale(3, 5), everyMs: 1_000 })),
  },
  { fault: 'server killed five times', make: killServer({ times: 5, everyMs: 5_000 }), fullOnly: true },
  { fault: 'server restarted ten times', make: restartServer({ times: 10, everyMs: 3_000 }), fullOnly: true },
];

describe.skipIf(process.platform === 'win32')('the bundled database server', () => {
  for (const { fault, make, fullOnly } of rows) {
    test.runIf(isFullScale || !fullOnly)(fault, { timeout: byScale(120_000, 600_000) }, async () => {
      store = await startChaosStore();
      await runChaos(fault, store, make);
    });
  }
});
