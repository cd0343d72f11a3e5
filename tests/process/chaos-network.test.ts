// The line to the database is cut, slow and noisy for a while: the job queue works on within 30 s, and does nothing twice.
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished, test } from 'vitest';
import { harms, startBadDatabaseLine } from '../support/bad-connection.ts';
import { startLinedDatabase } from '../support/chaos-line.ts';
import { runChaos } from '../support/chaos-run.ts';
import { byScale, createRandom } from '../support/chaos-scale.ts';
import { startChaosStore } from '../support/chaos-store.ts';

const forMs = byScale(10_000, 40_000);
/** Of each piece that passes; the short scale harms as many pieces in less time. */
const chance = byScale(0.05, 0.015);
// A silent line has tests of its own.
const kinds = harms.filter((harm) => harm !== 'mute');

test.each(byScale([1], [1, 2, 3]))(
  'line to the database bad, seed %i',
  { timeout: byScale(120_000, 600_000) },
  async (seed) => {
    const lined = await startLinedDatabase(startBadDatabaseLine);
    onTestFinished(() => lined.stop());
    const store = await startChaosStore({ database: lined.database });
    onTestFinished(() => store.close());
    await runChaos(`line to the database bad, seed ${seed}`, store, async () => {
      lined.line.goBad(chance, kinds, createRandom(seed));
      await wait(forMs);
      lined.line.goGood();
    });
  },
);
