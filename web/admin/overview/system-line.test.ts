import { expect, test } from 'vitest';
import { sentenceOf } from './overview-tab.tsx';

const jobs = { state: 'running' as const, waiting: 0, oldest_due_seconds: 0, running: 0, restarts: 0 };

test.each([
  [{ ...jobs, waiting: 3, running: 4 }, 'Background jobs are running.'],
  [{ ...jobs, restarts: 1 }, 'Background jobs are running. Queue restarts: 1.'],
  [
    { ...jobs, running: 4, waiting: 1_200, oldest_due_seconds: 31.4, restarts: 2 },
    'Background jobs are running: 4 now, 1,200 waiting, the oldest for 31 s. Queue restarts: 2.',
  ],
  [
    { ...jobs, state: 'stalled' as const, waiting: 10_000, oldest_due_seconds: 600 },
    'Background jobs have stopped: more than 10,000 waiting, the oldest for 10 min.',
  ],
  [{ ...jobs, state: 'off' as const }, 'Background jobs are starting.'],
])('the System line says what the jobs do', (given, sentence) => {
  expect(sentenceOf(given)).toBe(sentence);
});
