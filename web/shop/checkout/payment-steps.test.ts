import { describe, expect, it } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { type Call, fakeApi } from '../../testing.tsx';
import type { InProgressOrder, PlacedOrder } from '../in-progress-order.ts';
import { CheckoutStop } from './failure.ts';
import { contentOf, openPayment } from './payment-steps.ts';

const create = 'POST /api/create-order';
const init = 'POST /api/bigpay/init-session';
const confirm = 'POST /api/orders/{id}/confirm-payment';
const post = 'https://www.instagram.com/p/C1aBcDeFgHi/';
const order: InProgressOrder = {
  category: 'Views',
  quantity: 20_000,
  email: ' a@b.co ',
  posts: [` ${post} `],
  accepted: [],
};

function shop(answers: Record<string, (call: Call) => unknown> = {}) {
  const kept: PlacedOrder[] = [];
  let keys = 0;
  const fake = fakeApi({
    [create]: () => ({ status: 'success', orderId: `ORDER${fake.to(create).length}` }),
    [init]: () => ({ sessionId: 'SESSION1' }),
    ...answers,
  });
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const parts = {
    api: fake.api,
    prices: defaultPriceList,
    newKey,
    words: { lang: 'pt' as const },
    keep: (placed: PlacedOrder) => void kept.push(placed),
  };
  const stop = async (given: InProgressOrder = order) => {
    const error = await openPayment(given, parts).catch((caught: unknown) => caught);
    if (!(error instanceof CheckoutStop)) throw new Error('It did not stop.');
    return error.failure;
  };
  return { ...fake, kept, parts, stop, open: (given: InProgressOrder = order) => openPayment(given, parts) };
}

const refuse =
  (status: number, body: Record<string, unknown> = {}) =>
  () => {
    throw new ApiError(status, body);
  };
const unplug = () => {
  throw new NetworkError('offline');
};

describe('placing the order', () => {
  it('PAY-1..4: sends what was chosen, at the shown price, under a key', async () => {
    const { open, to } = shop();
    await open();
    expect(to(create)).toHaveLength(1);
    expect(to(create)[0]?.input.body).toEqual({
      username: 'customer',
      email: 'a@b.co',
      post_links: [post],
      quantity: 20_000,
      price: 108,
      category: 'Views',
      language: 'pt',
    });
    expect(to(create)[0]?.headers).toEqual({ 'idempotency-key': 'key-1' });
  });

  it('PAY-5..7: opens the session of the new order', async () => {
    const { open, to } = shop();
    expect(await open()).toEqual({ outcome: 'session', orderId: 'ORDER1', session: { sessionId: 'SESSION1' } });
    expect(to(init)[0]?.input.body).toEqual({ orderId: 'ORDER1', amount: 108, email: 'a@b.co', postUrls: [post] });
  });

  it('A-21: a repeat with the same content uses the order that was placed', async () => {
    const { open, to, kept } = shop();
    await open();
    const placed = kept.at(-1);
    expect(placed).toEqual({ content: contentOf(order), idempotencyKey: 'key-1', orderId: 'ORDER1' });
    await open({ ...order, ...(placed ? { placed } : {}) });
    expect(to(create)).toHaveLength(1);
    expect(to(init)).toHaveLength(2);
  });

  it.each([
    ['email', { email: 'c@d.co' }],
    ['posts', { posts: [post, `${post}x`] }],
    ['quantity', { quantity: 20_100 }],
    ['category', { category: 'Likes' as const, quantity: 20_000 }],
  ])('A-21: another %s makes another order under another key', async (_, changed) => {
    const { open, to, kept } = shop();
    await open();
    const placed = kept.at(-1);
    await open({ ...order, ...changed, ...(placed ? { placed } : {}) });
    expect(to(create).map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-2']);
  });

  it('D-31: when the answer is lost, the repeat goes out under the same key', async () => {
    let lost = true;
    const { stop, open, to, kept } = shop({
      [create]: () => {
        if (lost) throw new NetworkError('offline');
        return { status: 'success', orderId: 'ORDER1' };
      },
    });
    await stop();
    lost = false;
    const placed = kept.at(-1);
    await open({ ...order, ...(placed ? { placed } : {}) });
    expect(to(create).map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
  });

  it('a kept order that can no longer be paid is replaced once', async () => {
    const { open, to } = shop({
      [init]: ({ input }) => {
        if ((input.body as { orderId: string }).orderId === 'OLD') throw new ApiError(404, {});
        return { sessionId: 'S' };
      },
    });
    const placed = { content: contentOf(order), idempotencyKey: 'k', orderId: 'OLD' };
    expect(await open({ ...order, placed })).toMatchObject({ orderId: 'ORDER1' });
    expect(to(create)).toHaveLength(1);
  });

  describe('A-7: an order that was placed at another price than the page shows now', () => {
    const placed = { content: contentOf(order), idempotencyKey: 'k', orderId: 'OLD' };
    const oldPrice = ({ input }: Call) => {
      if ((input.body as { orderId: string }).orderId !== 'OLD') return { sessionId: 'S' };
      throw new ApiError(400, { message: "The amount is not the order's.", field: 'amount' });
    };

    it('is replaced by one at the new price', async () => {
      const pending = () => ({ status: 'pending', order: { status: 'pending' } });
      const { open, to, kept } = shop({ [init]: oldPrice, [confirm]: pending });
      expect(await open({ ...order, placed })).toMatchObject({ outcome: 'session', orderId: 'ORDER1' });
      expect(to(create).map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1']);
      expect(kept.at(-1)?.orderId).toBe('ORDER1');
    });

    it('is not replaced where it is paid, or where nobody knows', async () => {
      const paid = shop({ [init]: oldPrice, [confirm]: () => ({ status: 'success', order: { status: 'paid' } }) });
      expect(await paid.open({ ...order, placed })).toEqual({ outcome: 'paid', orderId: 'OLD' });
      const unknown = shop({ [init]: oldPrice, [confirm]: unplug });
      expect(await unknown.stop({ ...order, placed })).toMatchObject({ type: 'payment' });
      expect([...paid.to(create), ...unknown.to(create)]).toEqual([]);
    });

    it('D-31: is another order under another key where its answer was lost', async () => {
      const { open, to, kept } = shop({
        [create]: ({ headers }) => {
          if (headers['idempotency-key'] === 'k') throw new ApiError(422, { message: 'Used with another body.' });
          return { status: 'success', orderId: 'NEW' };
        },
      });
      const lost = { content: contentOf(order), idempotencyKey: 'k' };
      expect(await open({ ...order, placed: lost })).toMatchObject({ orderId: 'NEW' });
      expect(to(create).map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'key-1']);
      expect(kept.at(-1)).toEqual({ ...lost, idempotencyKey: 'key-1', orderId: 'NEW' });
    });
  });

  it('an order that turns out to be paid is not paid again', async () => {
    const { open } = shop({ [init]: refuse(409), [confirm]: () => ({ status: 'success', order: { status: 'paid' } }) });
    expect(await open()).toEqual({ outcome: 'paid', orderId: 'ORDER1' });
  });

  it('an order that stays closed stops the checkout instead of placing orders for ever', async () => {
    const { stop, to } = shop({ [init]: refuse(404) });
    expect(await stop()).toEqual({ type: 'payment', code: 'gateway_refused' });
    expect(to(create)).toHaveLength(2);
  });
});

describe('messages to the buyer', () => {
  it('ERR-11: the store answers with an error', async () => {
    expect(await shop({ [create]: refuse(500) }).stop()).toEqual({
      type: 'server',
      code: 'order_not_created',
    });
    for (const answer of [refuse(503), refuse(503, { message: 'overloaded' }), refuse(502, { message: 'nginx' })])
      expect(await shop({ [create]: answer }).stop()).toMatchObject({ code: 'order_not_created' });
  });

  it('ERR-12: the store cannot be reached, at either step', async () => {
    const offline = { type: 'network', code: 'offline' };
    expect(await shop({ [create]: unplug }).stop()).toEqual(offline);
    expect(await shop({ [init]: unplug }).stop()).toEqual(offline);
  });

  it('A-16: a refusal is worded by its code, and one without a text is shown as it is', async () => {
    const changed = await shop({ [create]: refuse(400, { code: 'price_changed', message: 'New words.' }) }).stop();
    expect(changed).toEqual({ type: 'validation', code: 'price_changed' });
    const failure = await shop({ [create]: refuse(400, { message: 'No.', field: 'email' }) }).stop();
    expect(failure).toEqual({ type: 'validation', code: 'unknown', serverText: 'No.', field: 'email' });
  });

  it('A-16: anything else is general', async () => {
    const general = { type: 'general', code: 'unknown' };
    expect(await shop({ [create]: refuse(400) }).stop()).toEqual(general);
    expect(await shop({ [create]: () => ({ status: 'success' }) }).stop()).toEqual(general);
  });

  it('D-25: a store that is not open says so', async () => {
    const code = 'not_open';
    expect(await shop({ [create]: refuse(503, { code }) }).stop()).toEqual({ type: 'server', code });
  });

  it('ERR-8, A-15: a gateway that refused was reached, and the store says so', async () => {
    const code = 'gateway_refused';
    expect(await shop({ [init]: refuse(502, { code }) }).stop()).toEqual({ type: 'payment', code });
  });

  it.each([500, 502, 503, 504])('ERR-7, A-15: init-session answers %i', async (status) => {
    expect(await shop({ [init]: refuse(status) }).stop()).toEqual({
      type: 'payment',
      code: 'gateway_unavailable',
    });
  });

  it.each([
    ['a refusal', refuse(400)],
    ['too many sessions', refuse(429)],
    ['an error field', () => ({ sessionId: 'S', error: 'declined' })],
    ['no session', () => ({})],
  ])('ERR-8, A-15: init-session answers with %s', async (_, answer) => {
    expect(await shop({ [init]: answer }).stop()).toEqual({ type: 'payment', code: 'gateway_refused' });
  });
});
