import { expect, test, vi } from 'vitest';
import { createMethodHealth } from './method-health.ts';

test('D-100: three calls without an answer within a minute make a method unhealthy, which is reported once', () => {
  let now = 0;
  const onDown = vi.fn();
  const health = createMethodHealth({ now: () => new Date(now) }, onDown);
  const fail = (at: number) => {
    now = at;
    health.noteUnavailable('mpgs');
  };
  for (const at of [0, 30_000, 60_000]) fail(at);
  expect(health.isHealthy('mpgs')).toBe(true);
  fail(70_000);
  expect(health.isHealthy('mpgs')).toBe(false);
  expect(health.isHealthy('stripe')).toBe(true);
  fail(71_000);
  expect(onDown.mock.calls).toEqual([['mpgs']]);
  now = 131_000;
  expect(health.isHealthy('mpgs')).toBe(true);
});
