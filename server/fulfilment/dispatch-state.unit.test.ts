import { describe, expect, test } from 'vitest';
import { type DispatchState, dispatchTransitions, isTerminal, liveKind } from './dispatch-state.ts';

const states = Object.keys(dispatchTransitions) as DispatchState[];

describe('the states of a link at the provider', () => {
  test('every state can be reached from nothing', () => {
    const reached = new Set<DispatchState>(['none']);
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

  test('STATE-11: live statuses are read in any spelling', () => {
    expect(['In progress', 'in_progress', 'Inprogress', 'PROCESSING'].map(liveKind)).toEqual(Array(4).fill('active'));
    expect(['Canceled', 'Cancelled', 'Refunded', 'Fail'].map(liveKind)).toEqual(Array(4).fill('canceled'));
    expect(liveKind('Awaiting moderation')).toBe('other');
  });

  test('A-42: polling stops at completed, partial, canceled and refunded only', () => {
    expect(['Completed', 'Partial', 'cancelled', 'Refunded'].every(isTerminal)).toBe(true);
    expect(['Pending', 'In progress', 'Something new', ''].some(isTerminal)).toBe(false);
  });
});
