// The clock of the store's machine is set forward and back under load: the job queue works on within 30 s, and does nothing twice.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, onTestFinished, test } from 'vitest';
import { createChaosClock } from '../support/chaos-clock.ts';
import { runChaos } from '../support/chaos-run.ts';
import { isFullScale } from '../support/chaos-scale.ts';
import { startChaosStore } from '../support/chaos-store.ts';

const hourMs = 3_600_000;
const eachForMs = 15_000;

describe.skipIf(!isFullScale)('the clock (full scale only; D-23 has tests of the schedules)', () => {
  test('set three hours forward, three hours back, and right', { timeout: 600_000 }, async () => {
    const clock = await createChaosClock();
    onTestFinished(() => clock.remove());
    const store = await startChaosStore({ env: clock.env });
    onTestFinished(() => store.close());
    await runChaos('clock set forward and back', store, async () => {
      for (const offsetMs of [3 * hourMs, -3 * hourMs, 0]) {
        await clock.set(offsetMs);
        await wait(eachForMs);
      }
    });
  });
});
