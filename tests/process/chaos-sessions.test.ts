// Sessions of the database end, one at a time or all together: the job queue works on within 30 s, and does nothing twice.
import { afterEach, describe, test } from 'vitest';
import {
  endSessionsAtRandom,
  failCompletions,
  killBackends,
  takeAllConnections,
} from '../support/chaos-database-faults.ts';
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
    fault: 'sessions ended at random',
    make: endSessionsAtRandom(byScale({ times: 25, everyMs: 250 }, { times: 49, everyMs: 1_000 })),
  },
  { fault: 'sessions ended while they remove finished jobs', make: failCompletions(byScale(4_000, 20_000)) },
  { fault: 'backends killed', make: killBackends({ times: 6, everyMs: 1_500 }), fullOnly: true },
  { fault: 'all connections taken by others', make: takeAllConnections(17_000), fullOnly: true },
];

describe.skipIf(process.platform === 'win32')('sessions of the database', () => {
  for (const { fault, make, fullOnly } of rows) {
    test.runIf(isFullScale || !fullOnly)(fault, { timeout: byScale(120_000, 600_000) }, async () => {
      store = await startChaosStore();
      await runChaos(fault, store, make);
    });
  }
});
