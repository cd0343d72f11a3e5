import { describe, expect, it } from 'vitest';
import { marginOf } from './margin.ts';
import type { PostDelivery } from './read-order.ts';

const order = { amountCents: 600, refundedCents: 0, quantity: 1000, earlierSends: [] };
const charged = (amount: number) => ({ amount, currency: 'USD', estimated: false });
const sent = (live_status: string | null, remains: number | null, cost: PostDelivery['cost'] = charged(0.5)) =>
  ({
    api_order_id: '1',
    category: 'Likes',
    status: 'sent',
    post_link: 'https://www.instagram.com/p/A/',
    quantity: 500,
    live_status,
    remains,
    cost,
  }) satisfies PostDelivery;

describe('the margin of an order', () => {
  it('is the price without the cost while all is delivered or on its way', () => {
    const deliveries = [sent('Completed', 0), sent('In progress', 400)];
    expect(marginOf(order, deliveries)).toEqual({ cost: 1, margin: 5, percent: 83, isEstimate: false });
  });

  it.each(['Canceled', 'Cancelled', 'Refunded', 'Fail', 'Failed', 'error'])(
    'D-50: is not told where every link ended as %s with nothing delivered',
    (status) => {
      expect(marginOf(order, [sent(status, 500, charged(0)), sent(status, null, charged(0))])).toBeNull();
      expect(marginOf({ ...order, refundedCents: 600 }, [sent(status, 500), sent(status, 500)])).toBeNull();
    },
  );

  it('D-50: counts only what was delivered, before and after the rest was given back', () => {
    const deliveries = [sent('Completed', 0), sent('Fail', null, charged(0))];
    const half = { cost: 0.5, margin: 2.5, percent: 83, isEstimate: false };
    expect(marginOf(order, deliveries)).toEqual(half);
    expect(marginOf({ ...order, refundedCents: 300 }, deliveries)).toEqual(half);
  });

  it('A-44: a partial link earns and costs its delivered part', () => {
    const estimated = { ...charged(1), estimated: true };
    const found = marginOf(order, [sent('Partial', 250, estimated), sent('Completed', 0, estimated)]);
    expect(found).toEqual({ cost: 1.5, margin: 3, percent: 67, isEstimate: true });
  });

  it('names no percentage where nothing is left of the price', () => {
    const given = { ...order, refundedCents: 600 };
    expect(marginOf(given, [sent('Completed', 0)])).toMatchObject({ margin: -0.5, percent: null });
  });

  it('is not shown where no cost is recorded, or in another currency', () => {
    expect(marginOf(order, [sent('Completed', 0, null)])).toBeNull();
    expect(marginOf(order, [sent('Completed', 0, { ...charged(1), currency: 'EUR' })])).toBeNull();
    expect(marginOf(order, [])).toBeNull();
  });

  it('is not shown where one of two links was delivered without a known charge', () => {
    expect(marginOf(order, [sent('Completed', 0), sent('In progress', 400, null)])).toBeNull();
    expect(marginOf(order, [sent('Completed', 0), sent('Canceled', 500, null)])).toMatchObject({ cost: 0.5 });
  });

  describe('D-20: of a moved link', () => {
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    const sentBefore = (delivered: number, cost: { amount: number; currency: string } | null) => ({
      ...order,
      earlierSends: [{ delivered, cost }],
    });
    const rest = [{ ...sent('Completed', 0, charged(0.3)), quantity: 300 }, sent('Completed', 0)];

    it('counts what the provider before charged for its part', () => {
      const found = { cost: 1, margin: 5, percent: 83, isEstimate: false };
      expect(marginOf(sentBefore(200, usd(0.2)), rest)).toEqual(found);
    });

    it('counts it too where the rest was refunded before another provider got it', () => {
      const found = { cost: 0.2, margin: 1, percent: 83, isEstimate: false };
      expect(marginOf({ ...sentBefore(200, usd(0.2)), refundedCents: 480 }, [])).toEqual(found);
    });

    it('is unknown without that charge, or with one in another currency; a send that delivered nothing is free', () => {
      expect(marginOf(sentBefore(200, null), rest)).toBeNull();
      expect(marginOf({ ...order, earlierSends: null }, rest)).toBeNull();
      expect(marginOf(sentBefore(200, { amount: 0.2, currency: 'EUR' }), rest)).toBeNull();
      expect(marginOf(sentBefore(0, null), [sent('Completed', 0), sent('Completed', 0)])).toMatchObject({ cost: 1 });
      expect(marginOf(sentBefore(0, usd(0.1)), [sent('Canceled', 500), sent('Canceled', 500)])).toBeNull();
    });
  });
});
