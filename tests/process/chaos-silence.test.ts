// A database that does not answer: the whole server for a while, or one answer that is lost for good. The job queue works on
// within 30 s, and a job whose lock was lost with the answer is free and done within a minute.
import { describe, test } from 'vitest';
import { duringCompletions, freezeServer } from '../support/chaos-database-faults.ts';
import { startLinedDatabase } from '../support/chaos-line.ts';
import { getJobStatement, type LostAnswerLine, startLostAnswerLine } from '../support/chaos-lost-answers.ts';
import { type Fault, runChaos } from '../support/chaos-run.ts';
import { byScale, isFullScale } from '../support/chaos-scale.ts';
import { startChaosStore } from '../support/chaos-store.ts';
import { until } from '../support/program.ts';

const timeout = byScale(240_000, 900_000);
const jobWithinSeconds = 60;
const lostAnswers = 3;

const freezes: { seconds: number; fullOnly?: boolean }[] = [
  { seconds: 15, fullOnly: true },
  { seconds: 40, fullOnly: true },
  { seconds: 60 },
  { seconds: 300, fullOnly: true },
];

const losses: { how: 'cut' | 'silent'; fullOnly?: boolean }[] = [{ how: 'cut' }, { how: 'silent', fullOnly: true }];

function loseGetJobAnswers(line: LostAnswerLine, how: 'cut' | 'silent'): Fault {
  return async () => {
    line.loseAnswers(getJobStatement, lostAnswers, how);
    await until('answers were lost', () => line.lost() === lostAnswers, 60_000);
  };
}

// The short rows wait most of their time: they run beside each other. At full scale each has the machine to itself.
describe.skipIf(process.platform !== 'linux')(
  'a silent database (a server is frozen on Linux only)',
  {
    concurrent: !isFullScale,
  },
  () => {
    for (const { seconds, fullOnly } of freezes) {
      const fault = `server frozen for ${seconds} s`;
      test.runIf(isFullScale || !fullOnly)(fault, { timeout }, async ({ onTestFinished }) => {
        const store = await startChaosStore();
        onTestFinished(() => store.close());
        await runChaos(fault, store, duringCompletions(freezeServer(seconds * 1_000)));
      });
    }

    for (const { how, fullOnly } of losses) {
      const fault = `answers to "get job" lost (${how})`;
      test.runIf(isFullScale || !fullOnly)(fault, { timeout }, async ({ onTestFinished }) => {
        const lined = await startLinedDatabase(startLostAnswerLine);
        onTestFinished(() => lined.stop());
        const store = await startChaosStore({ database: lined.database });
        onTestFinished(() => store.close());
        await runChaos(fault, store, loseGetJobAnswers(lined.line, how), { jobWithinSeconds });
      });
    }
  },
);
