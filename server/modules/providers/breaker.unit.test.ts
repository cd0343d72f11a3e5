import { describe, expect, it, vi } from 'vitest';
import { createBreaker } from './breaker.ts';

function startBreaker() {
  const at = { ms: Date.parse('2026-11-02T10:00:00Z') };
  const opened = vi.fn();
  const breaker = createBreaker({ clock: { now: () => new Date(at.ms) }, onOpen: opened });
  const end = (how: 'fine' | 'failed') => breaker.enter()?.(how);
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) end('failed');
  };
  return { breaker, end, fail, opened, pass: (ms: number) => Object.assign(at, { ms: at.ms + ms }) };
}

describe('the circuit breaker (rule 10)', () => {
  it('opens after 10 failures in a row, not after 9', () => {
    const { breaker, fail } = startBreaker();
    fail(9);
    expect(breaker.report()).toEqual({ state: 'closed', failuresInRow: 9, openedAt: null });
    fail(1);
    expect(breaker.report()).toEqual({
      state: 'open',
      failuresInRow: 10,
      openedAt: new Date('2026-11-02T10:00:00Z'),
    });
    expect(breaker.enter()).toBeNull();
  });

  it('looks again by a probe when the clock was set back by hours', () => {
    const { breaker, fail, pass } = startBreaker();
    fail(10);
    pass(-3 * 3_600_000);
    expect(breaker.enter()).not.toBeNull();
  });

  it('reports that it opened once, whatever its probes find, and again when it reopens', () => {
    const { end, fail, pass, opened } = startBreaker();
    fail(10);
    pass(15_000);
    end('failed');
    expect(opened).toHaveBeenCalledTimes(1);
    pass(15_000);
    end('fine');
    fail(10);
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it('D-92: reports the answer of the call that opened it', () => {
    const { breaker, fail, opened } = startBreaker();
    fail(9);
    breaker.enter()?.('failed', 'The provider answered 503: Maintenance');
    expect(opened).toHaveBeenCalledWith('The provider answered 503: Maintenance');
  });

  it('one good call starts the count anew', () => {
    const { breaker, end, fail } = startBreaker();
    fail(9);
    end('fine');
    fail(9);
    expect(breaker.report()).toMatchObject({ state: 'closed', failuresInRow: 9 });
  });

  it('lets one probe through after 15 s, and only one', () => {
    const { breaker, fail, pass } = startBreaker();
    fail(10);
    pass(14_999);
    expect(breaker.enter()).toBeNull();
    pass(1);
    expect(breaker.enter()).not.toBeNull();
    expect(breaker.report().state).toBe('probing');
    expect(breaker.enter()).toBeNull();
  });

  it('a good probe closes it', () => {
    const { breaker, end, fail, pass } = startBreaker();
    fail(10);
    pass(15_000);
    end('fine');
    expect(breaker.report()).toEqual({ state: 'closed', failuresInRow: 0, openedAt: null });
    expect(breaker.enter()).not.toBeNull();
  });

  it('a failed probe keeps it open for another 15 s', () => {
    const { breaker, fail, pass } = startBreaker();
    fail(10);
    pass(15_000);
    fail(1);
    expect(breaker.report().state).toBe('open');
    pass(14_999);
    expect(breaker.enter()).toBeNull();
    pass(1);
    expect(breaker.enter()).not.toBeNull();
  });

  it('an earlier call that ends late neither closes it nor counts', () => {
    const { breaker, fail, pass } = startBreaker();
    const early = breaker.enter();
    fail(10);
    early?.('fine');
    expect(breaker.report().state).toBe('open');
    pass(15_000);
    breaker.enter();
    early?.('failed');
    expect(breaker.report().state).toBe('probing');
  });

  it('an admin can reset it, also while it probes', () => {
    const { breaker, fail, pass } = startBreaker();
    fail(10);
    breaker.reset();
    expect(breaker.report()).toEqual({ state: 'closed', failuresInRow: 0, openedAt: null });
    fail(10);
    pass(15_000);
    const probe = breaker.enter();
    breaker.reset();
    probe?.('failed');
    expect(breaker.report()).toEqual({ state: 'closed', failuresInRow: 0, openedAt: null });
  });
});
