// The timeout of a client passes when the fake server has its request, so that no test depends on the speed of the machine.
import { vi } from 'vitest';

/** From here until `releaseTimeouts`, no timeout passes outside `passTimeouts`. */
export function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((timeoutMs) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException('No response in time.', 'TimeoutError')), timeoutMs);
    return timeout.signal;
  });
}

/** Longer than the timeout of any client. */
export function passTimeouts(): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(60_000);
}

export function releaseTimeouts(): void {
  vi.useRealTimers();
  vi.mocked(AbortSignal.timeout).mockRestore?.();
}
