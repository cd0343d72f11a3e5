import { describe, expect, it } from 'vitest';
import { isFollowed } from './link-rules.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('isFollowed', () => {
  it.each(['Pending', 'In progress', 'Processing', 'anything', undefined])('STATE-13: follows %j', (status) => {
    expect(isFollowed(status, null, now)).toBe(true);
  });

  it.each(['Completed', 'PARTIAL', 'Canceled', 'cancelled', 'Refunded'])('A-42: leaves %j alone', (status) => {
    expect(isFollowed(status, null, now)).toBe(false);
  });

  it('A-41: follows a completed link for a day after a refill', () => {
    expect(isFollowed('Completed', '2026-03-01T11:59:00Z', now)).toBe(true);
    expect(isFollowed('Completed', '2026-02-28T11:59:00Z', now)).toBe(false);
    expect(isFollowed('Completed', 'nonsense', now)).toBe(false);
  });
});
