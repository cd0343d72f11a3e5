import { describe, expect, test } from 'vitest';
import { hasEnded } from '../../../contract/order-progress.ts';
import { dispatchTransitions, isEndedBy, type LinkState, secondsUntilRetry } from './dispatch-state.ts';

const states = Object.keys(dispatchTransitions) as LinkState[];

describe('the states of a link at the provider', () => {
  test('every state can be reached from nothing', () => {
    const reached = new Set<LinkState>(['none']);
    for (let grown = 0; grown !== reached.size; ) {
      grown = reached.size;
      for (const from of [...reached]) for (const to of Object.values(dispatchTransitions[from])) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('every state but sent has an exit', () => {
    for (const state of states) {
      if (state !== 'sent') expect(Object.keys(dispatchTransitions[state]).length, state).toBeGreaterThan(0);
    }
  });

  test('A-40: nothing leads from an unknown outcome back to sending', () => {
    expect(dispatchTransitions.unknown).not.toHaveProperty('claimed');
    expect(dispatchTransitions.sent).toEqual({});
  });

  test('D-50: a failure ends a link at the second look in a row, every other final status at once', () => {
    expect(['Completed', 'Partial', 'cancelled', 'Refunded'].every((status) => isEndedBy(null, status))).toBe(true);
    expect(['Fail', 'FAILED', ' error '].some((status) => isEndedBy('In progress', status))).toBe(false);
    expect(['Fail', 'FAILED', ' error '].every((status) => isEndedBy('Failed', status))).toBe(true);
    expect(['Pending', 'Something new', ''].some((status) => isEndedBy('Failed', status))).toBe(false);
    expect(hasEnded({ liveStatus: 'Fail', following: true })).toBe(false);
    expect(hasEnded({ liveStatus: 'Fail', following: false })).toBe(true);
    expect(hasEnded({ liveStatus: 'Canceled', following: true })).toBe(true);
  });

  test('a post that cannot be seen is tried after an hour, then twice a day at most, six times in all', () => {
    const waits = (text: string) =>
      [0, 1, 5, 6].map((tries) => secondsUntilRetry({ outcome: 'refused', reason: 'other', text }, tries));
    expect(waits('This post is private')).toEqual([3_600, 50_400, 50_400, null]);
    expect(waits('Ogiltig begäran')).toEqual([null, null, null, null]);
  });
});
