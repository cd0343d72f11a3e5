import { describe, expect, test } from 'vitest';
import type { QueueSnapshot } from './queue-repository.ts';
import { createStallDetector, type QueueObservation, usualStallLimits } from './stall-detector.ts';

const everyMs = usualStallLimits.checkEveryMs;
const due = (id: string, ageSeconds = 100): QueueSnapshot => ({
  oldestDue: { id, runAt: '2026-01-01', attempts: 0, ageSeconds },
  waiting: 7,
  locks: [],
  scheduledSecondsAgo: 30,
});
const idle: QueueSnapshot = { oldestDue: null, waiting: 0, locks: [], scheduledSecondsAgo: 30 };
const usual: QueueObservation = {
  snapshot: idle,
  progress: 0,
  hasFreeSlot: true,
  runningIds: [],
  holders: ['me'],
  hasMinutely: true,
};

/** The verdicts of looks at a steady pace. */
function looks(count: number, look: (at: number) => Partial<QueueObservation>, paceMs = everyMs) {
  const detector = createStallDetector(usualStallLimits);
  return Array.from({ length: count }, (_, at) => detector.judge(at * paceMs, { ...usual, ...look(at) }));
}
const reasons = (verdicts: ReturnType<typeof looks>) => verdicts.map(({ restartReason }) => restartReason);
const firstAt = (verdicts: ReturnType<typeof looks>, is: (one: ReturnType<typeof looks>[number]) => boolean) =>
  verdicts.findIndex(is) * everyMs;

describe('a due job that nobody takes', () => {
  const stuck = looks(20, () => ({ snapshot: due('1') }));

  test('restarts the runner after 15 s and is reported after 60 s', () => {
    expect(firstAt(stuck, ({ restartReason }) => restartReason === 'a due job is not taken')).toBe(15_000);
    expect(firstAt(stuck, ({ stall }) => stall !== null)).toBe(60_000);
    expect(stuck[12]?.stall).toEqual({ sinceSeconds: 60, waiting: 7, oldestDueSeconds: 100 });
  });

  test('is none when another job is the oldest at each look, however old they are', () => {
    expect(new Set(reasons(looks(40, (at) => ({ snapshot: due(String(at)) }))))).toEqual(new Set([null]));
  });

  test('is none while jobs start or end here', () => {
    expect(new Set(reasons(looks(40, (at) => ({ snapshot: due('1'), progress: at }))))).toEqual(new Set([null]));
  });

  test('counts only what was looked at: a process that was suspended does not restart at once', () => {
    const detector = createStallDetector(usualStallLimits);
    detector.judge(0, { ...usual, snapshot: due('1') });
    expect(detector.judge(600_000, { ...usual, snapshot: due('1') })).toEqual({ restartReason: null, stall: null });
  });

  test('gives a new runner its time, and goes on counting for the report', () => {
    const detector = createStallDetector(usualStallLimits);
    const seen: (string | null)[] = [];
    let reportedAtMs = 0;
    for (let nowMs = 0; nowMs <= 60_000; nowMs += everyMs) {
      const { restartReason, stall } = detector.judge(nowMs, { ...usual, snapshot: due('1') });
      seen.push(restartReason);
      if (restartReason) detector.runnerReplaced(nowMs);
      if (stall) reportedAtMs = nowMs;
    }
    expect(seen.filter((reason) => reason !== null)).toHaveLength(4);
    expect(reportedAtMs).toBe(60_000);
  });
});

test('a queue that is only busy is not reported; after a minute without a start or an end the runner is replaced', () => {
  const busy = looks(20, () => ({ snapshot: due('1'), hasFreeSlot: false }));
  expect(firstAt(busy, ({ restartReason }) => restartReason !== null)).toBe(60_000);
  expect(busy.filter(({ stall }) => stall !== null)).toEqual([]);
});

test('a queue that cannot be read counts as standing still', () => {
  const blind = looks(20, (at) => ({ snapshot: at < 2 ? due('1', 5) : null }));
  expect(firstAt(blind, ({ restartReason }) => restartReason !== null)).toBe(25_000);
  expect(blind[14]?.stall).toMatchObject({ waiting: 7, sinceSeconds: 60 });
  expect(blind[14]?.stall?.oldestDueSeconds).toBeGreaterThan(60);
});

describe('a lock without its job', () => {
  const locked = (holder: string, lockedAt = '1') => ({
    snapshot: { ...idle, locks: [{ id: '5', holder, lockedAt }] },
  });

  test('restarts the runner after 15 s', () => {
    const verdicts = looks(10, () => locked('me'));
    expect(firstAt(verdicts, ({ restartReason }) => restartReason === 'a job is locked and does not run')).toBe(15_000);
  });

  test.each([
    ['its job runs', () => ({ ...locked('me'), runningIds: ['5'] })],
    ['it is another process', () => locked('other')],
    ['it is a new lock each time', (at: number) => locked('me', String(at))],
  ])('is none where %s', (_why, look) => {
    expect(new Set(reasons(looks(20, look)))).toEqual(new Set([null]));
  });
});

test('schedules that are not served for 150 s restart the runner, once it had as long itself', () => {
  const silent = looks(60, () => ({ snapshot: { ...idle, scheduledSecondsAgo: 400 } }));
  expect(firstAt(silent, ({ restartReason }) => restartReason === 'no schedule is served')).toBe(150_000);
  expect(
    new Set(reasons(looks(60, () => ({ snapshot: { ...idle, scheduledSecondsAgo: 400 }, hasMinutely: false })))),
  ).toEqual(new Set([null]));
});
