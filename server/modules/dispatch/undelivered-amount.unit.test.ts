import { describe, expect, test } from 'vitest';
import { computeUndeliveredAmount } from './undelivered-amount.ts';

const order = { quantity: 1000, postLinks: ['a', 'b'] };
const sent = (position: number, liveStatus: string | null, remains: number | null = null) => ({
  position,
  liveStatus,
  remains,
  following: false,
  quantity: 500,
  state: 'sent' as const,
  shortfall: null,
});

describe('how much of an order was not delivered', () => {
  test('all of it when nothing was sent, and a share for every link that was refused', () => {
    expect(computeUndeliveredAmount(order, [])).toEqual({ quantity: 1000, running: 0, unknown: 0 });
    const refused = { ...sent(1, null), state: 'failed' as const };
    expect(computeUndeliveredAmount(order, [sent(0, 'Completed', 0), refused])).toMatchObject({ quantity: 500 });
  });

  test('A-19: the exact shares of the links sum to the order, also where they differ by one', () => {
    const links = { quantity: 20_000, postLinks: ['a', 'b', 'c'] };
    expect(computeUndeliveredAmount(links, [])).toMatchObject({ quantity: 20_000 });
    expect(computeUndeliveredAmount(links, [sent(0, 'Completed', 0)])).toMatchObject({ quantity: 13_333 });
  });

  test('the remains that the provider returns, of links that stopped', () => {
    expect(computeUndeliveredAmount(order, [sent(0, 'Partial', 120), sent(1, 'Canceled', 500)])).toMatchObject({
      quantity: 620,
    });
    expect(computeUndeliveredAmount(order, [sent(0, 'Canceled'), sent(1, 'Completed', 3)])).toMatchObject({
      quantity: 500,
    });
  });

  test('D-50: all of a failed link, once a second look confirmed the failure', () => {
    expect(computeUndeliveredAmount(order, [sent(0, 'Fail'), sent(1, 'Error', 100)])).toMatchObject({
      quantity: 600,
      running: 0,
    });
    const seenOnce = { ...sent(0, 'Fail'), following: true };
    expect(computeUndeliveredAmount(order, [seenOnce, sent(1, 'Completed', 0)])).toEqual({
      quantity: 0,
      running: 1,
      unknown: 0,
    });
  });

  test('counts no units of a running link, a lost response, or a partial one without a count: they are counted as links', () => {
    const lost = { ...sent(1, null), state: 'unknown' as const };
    expect(computeUndeliveredAmount(order, [sent(0, 'In progress', 400), lost])).toEqual({
      quantity: 0,
      running: 1,
      unknown: 1,
    });
    expect(computeUndeliveredAmount(order, [sent(0, 'Partial'), sent(1, null)])).toEqual({
      quantity: 0,
      running: 1,
      unknown: 1,
    });
  });
});
