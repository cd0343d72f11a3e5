import { describe, expect, test } from 'vitest';
import { isQuiet } from './coalesce.ts';

const night = { quietFrom: 22 * 60, quietUntil: 7 * 60 };
const at = (time: string) => new Date(time);

describe('quiet hours follow the local time of day', () => {
  test.each([
    // Lisbon: summer time began on 2026-03-29 at 01:00 UTC, and ended on 2026-10-25 at 01:00 UTC.
    ['the evening before summer time', '2026-03-28T21:59:00Z', false],
    ['the night before summer time', '2026-03-28T22:00:00Z', true],
    ['the last quiet minute of the short night', '2026-03-29T05:59:00Z', true],
    ['the morning of summer time', '2026-03-29T06:00:00Z', false],
    ['the night before winter time', '2026-10-24T21:00:00Z', true],
    ['the last quiet minute of the long night', '2026-10-25T06:59:00Z', true],
    ['the morning of winter time', '2026-10-25T07:00:00Z', false],
  ])('%s', (_, time, quiet) => {
    expect(isQuiet(night, 'Europe/Lisbon', at(time))).toBe(quiet);
  });

  test('within a day, without a beginning, and none at all', () => {
    const noon = at('2026-06-01T12:00:00Z');
    expect(isQuiet({ quietFrom: 720, quietUntil: 721 }, 'UTC', noon)).toBe(true);
    expect(isQuiet({ quietFrom: 719, quietUntil: 720 }, 'UTC', noon)).toBe(false);
    expect(isQuiet({ quietFrom: 720, quietUntil: 720 }, 'UTC', noon)).toBe(false);
    expect(isQuiet({ quietFrom: null, quietUntil: null }, 'UTC', noon)).toBe(false);
  });
});
