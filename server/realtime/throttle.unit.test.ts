import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

describe('the pace of broadcasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('A-66: the first request triggers a broadcast at once', () => {
    const send = vi.fn();
    createThrottle(1_000, send).call();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('A-66: many wishes in one second become one more, at its end', () => {
    const send = vi.fn();
    const pace = createThrottle(1_000, send);
    for (let wish = 0; wish < 50; wish += 1) pace.call();
    vi.advanceTimersByTime(999);
    expect(send).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('A-66: a broadcast at the end of an interval starts the next interval', () => {
    const send = vi.fn();
    const pace = createThrottle(1_000, send);
    pace.call();
    pace.call();
    vi.advanceTimersByTime(1_000);
    pace.call();
    expect(send).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1_000);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('A-66: a steady stream of requests triggers one broadcast a second', () => {
    const send = vi.fn();
    const pace = createThrottle(1_000, send);
    for (let atMs = 0; atMs < 10_000; atMs += 10) {
      pace.call();
      vi.advanceTimersByTime(10);
    }
    expect(send).toHaveBeenCalledTimes(11);
  });

  it('a request after a quiet second triggers a broadcast at once again', () => {
    const send = vi.fn();
    const pace = createThrottle(1_000, send);
    pace.call();
    vi.advanceTimersByTime(1_000);
    pace.call();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('broadcasts nothing after it was stopped', () => {
    const send = vi.fn();
    const pace = createThrottle(1_000, send);
    pace.call();
    pace.call();
    pace.stop();
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
