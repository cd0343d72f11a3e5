import { describe, expect, it, vi } from 'vitest';
import { NetworkError } from './api.ts';
import { reportFailure } from './report-failure.ts';

const key = 'POST /api/client-errors';

function report(cause: unknown, call = vi.fn(async (..._given: unknown[]) => ({ success: true }))) {
  reportFailure({ call } as never, { stage: 'payment_callback', orderId: 'ORDER1', cause });
  return call;
}

describe('reporting a card form that failed', () => {
  it.each([
    [new TypeError('x is not a function'), 'TypeError: x is not a function'],
    ['lost', 'lost'],
    [{ cause: 'INVALID', explanation: 'No session', result: { email: 'a@b.co' } }, 'INVALID: No session'],
    [undefined, ''],
    [{ email: 'a@b.co' }, ''],
  ])('A-15, ERR-10: says what went wrong and nothing that came with it: %s', (cause, message) => {
    expect(report(cause).mock.calls).toEqual([
      [key, { body: { stage: 'payment_callback', orderId: 'ORDER1', message } }, { keepalive: true }],
    ]);
  });

  it('ERR-10: is short, and names no order where there is none', () => {
    const call = vi.fn(async (..._given: unknown[]) => ({}));
    reportFailure({ call } as never, { stage: 'payment_library', orderId: undefined, cause: 'x'.repeat(1_000) });
    expect(call.mock.calls[0]?.[1]).toEqual({ body: { stage: 'payment_library', message: 'x'.repeat(300) } });
  });

  it('ERR-10: a report that fails is nobody’s concern', async () => {
    const failing = vi.fn(() => Promise.reject(new NetworkError('gone')));
    report('lost', failing as never);
    await Promise.resolve();
    expect(failing).toHaveBeenCalledOnce();
  });
});
