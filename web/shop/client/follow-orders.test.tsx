import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../api.ts';
import { type Call, setTabVisible } from '../../testing.tsx';
import { saveEmailForTracking } from '../order-email.ts';
import { fakeBrowser, wait } from '../testing.tsx';
import { batch, open, orderWithState, readOne, search, sent } from './testing.tsx';

fakeBrowser();

describe('following orders', () => {
  const paid = (more: Record<string, unknown> = {}) =>
    orderWithState('paid', 'to_send', { status: 'paid', api_orders: [], ...more });
  const followed = (first: unknown, newer: () => unknown, more: Record<string, (call: Call) => unknown> = {}) =>
    open({
      [search]: () => [first],
      [readOne]: newer,
      [batch]: () => [{ orderId: 'ABCDEFGH1234', apiOrders: [sent()] }],
      ...more,
    });

  it('D-48: an order that was paid and is sent later changes without a reload, its links too', async () => {
    let newer = paid();
    const { find, text, to, one } = followed(paid(), () => newer);
    await find('me@example.com');
    expect(text()).toContain('Awaiting processing');
    await wait(60_000);
    expect(to(readOne).map(({ input }) => input)).toEqual([{ params: { id: 'ABCDEFGH1234' } }]);
    expect(to(batch)).toEqual([]);
    const delivery = { state: 'sending', links: 2, sent: 1, ended: 0, ordered: 10_000 };
    newer = paid({ status: 'processing', delivery });
    await wait(60_000);
    expect(to(batch).map(({ input }) => input)).toEqual([{ body: { orderIds: ['ABCDEFGH1234'] } }]);
    expect(text()).toContain('#23501');
    expect(one('article header [data-tone]').dataset.tone).toBe('blue');
    newer = paid({ status: 'completed', delivery: { ...delivery, state: 'completed', sent: 2, ended: 2 } });
    await wait(60_000);
    expect(text()).toContain('All your likes are delivered.');
    expect(to(search)).toHaveLength(1);
  });

  it('D-48: with its key it reads the fields of the order page, so that both show the same sentences', async () => {
    const page = 'GET /api/orders/{id}/page';
    const post = { kind: 'p', shortcode: 'AB', post_link: null, state: 'to_send', ordered: 10_000 };
    const facts = { confirming_long: false, refunds: [], sending: 'now', posts: [post] };
    const first = paid({ ...facts, order_path: '/order/ABCDEFGH1234/KEY' });
    const held = { ...facts, sending: 'queued', posts: [{ ...post, state: 'checking', hidden: true }] };
    const { find, text, to } = followed(first, () => paid(), { [page]: () => paid({ ...held }) });
    await find('me@example.com');
    expect(text()).toContain("We'll start delivering your likes now.");
    await wait(60_000);
    expect(to(page)).toMatchObject([{ input: { params: { id: 'ABCDEFGH1234' } } }]);
    expect(to(page)[0]?.headers).toMatchObject({ 'order-key': 'ABCDEFGH1234.KEY' });
    expect(to(readOne)).toEqual([]);
    expect(text()).toContain('We start when we can see your posts.');
  });

  it('S-7: a payment that changed is looked up by one search, which also returns the receipt', async () => {
    const unpaid = orderWithState('unpaid', 'none', { status: 'pending', payment_status: 'session', api_orders: [] });
    let found: unknown = unpaid;
    const { find, to, all } = followed(unpaid, () => paid(), { [search]: () => [found] });
    await find('me@example.com');
    found = paid({ receipt_path: '/receipt/AB/key' });
    await wait(60_000);
    expect(to(search)).toHaveLength(2);
    expect(all('a[href="/receipt/AB/key"]')).toHaveLength(1);
    await wait(600_000);
    expect(to(search)).toHaveLength(2);
  });

  it('what ended is not read again', async () => {
    const refunded = orderWithState('refunded', 'none', {
      status: 'failed',
      payment_status: 'refunded',
      api_orders: [],
    });
    const { find, calls } = followed(refunded, () => refunded);
    await find('me@example.com');
    await wait(600_000);
    expect(calls).toHaveLength(1);
  });

  it('pauses in a hidden tab, and reads at once on its return', async () => {
    const { find, to } = followed(paid(), () => paid());
    await find('me@example.com');
    await setTabVisible(false);
    await wait(600_000);
    expect(to(readOne)).toEqual([]);
    await setTabVisible(true);
    await wait(0);
    expect(to(readOne)).toHaveLength(1);
  });

  it('what cannot be read now stays, and is read again', async () => {
    let broken = true;
    const { find, text, to } = followed(paid(), () => {
      if (broken) throw new NetworkError('offline');
      return paid({
        status: 'processing',
        delivery: { state: 'in_progress', links: 2, sent: 2, ended: 0, ordered: 10_000 },
      });
    });
    await find('me@example.com');
    await wait(60_000);
    expect(text()).toContain('Your likes are next in the queue.');
    broken = false;
    await wait(60_000);
    expect(text()).toContain('Your likes are on their way.');
    expect(to(readOne)).toHaveLength(2);
  });

  it('TRK-3: the email that the result page hands over is searched at once, and stays off the address', async () => {
    saveEmailForTracking('me@example.com');
    const { one, to, text } = open();
    await wait(0);
    expect(one<HTMLInputElement>('input[type=email]').value).toBe('me@example.com');
    expect(to(search).map(({ input }) => input)).toEqual([{ params: { email: 'me@example.com' } }]);
    expect(text()).toContain('Your Orders (1)');
    expect(window.location.search).toBe('');
  });
});
