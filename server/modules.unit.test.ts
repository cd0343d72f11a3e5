// A pattern that the queue cannot read would keep the store from starting.
import { parseCronItems } from 'graphile-worker';
import { expect, test } from 'vitest';
import { modules } from './modules.ts';
import { buildSchedule } from './store-module.ts';

test('the queue reads each pattern of the schedule', () => {
  const schedule = buildSchedule(modules);
  const items = schedule.map(({ job, pattern }) => ({ task: job, match: pattern }));
  expect(parseCronItems(items)).toHaveLength(schedule.length);
});
