import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../../../contract/pages.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { type Call, click, draw, fakeApi, pageData, setTabVisible, submit, type } from '../../testing.tsx';
import { formatDate, formatDatePtBr } from '../../ui/format-date.ts';
import { findOrderEmail, handEmailToTracking } from '../order-email.ts';
import { pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import ClientIsland from './client-island.tsx';

const search = 'GET /api/orders/by-email/{email}';
const readOne = 'GET /api/orders/{id}';
const batch = 'POST /api/orders/api-orders-batch';
const live = 'GET /api/admin/order-status/{providerId}';
const post = (name: string) => `https://www.instagram.com/p/${name}/`;
const created = '2026-11-20T15:07:00Z';
const order = (more: Record<string, unknown> = {}) => ({
  id: 'ABCDEFGH1234',
  status: 'processing',
  payment_status: 'paid',
  quantity: 10_000,
  category: 'Likes',
  amount: 48,
  refunded_amount: 0,
  created_at: created,
  post_links: [post('a'), post('b')],
  api_orders: [sent()],
  ...more,
});
const sent = (more: Record<string, unknown> = {}) => ({
  api_order_id: '23501',
  category: 'Likes',
  status: 'sent',
  post_link: post('a'),
  quantity: 5_000,
  live_status: 'In progress',
  remains: 1_500,
  ...more,
});

/** As a store answers that tells payment and delivery. */
const told = (payment: string, state: string, more: Record<string, unknown> = {}) =>
  order({ payment, delivery: { state, links: 2, sent: 0, ended: 0, ordered: 10_000, delivered: 0 }, ...more });

function open(answers: Record<string, (call: Call) => unknown> = {}, lang: Language = 'en') {
  const fake = fakeApi({
    [search]: () => [order()],
    [live]: () => ({ status: 'In progress', remains: 1_200 }),
    ...answers,
  });
  const screen = draw(
    pageOf(
      pageData('client', { lang }),
      <ClientIsland lang={lang} texts={textsOf(lang).client.island} api={fake.api} />,
    ),
  );
  const find = async (email: string) => {
    await type(screen.one('input[type=email]'), email);
    await submit(screen.one('form'));
    await wait(0);
  };
  return { ...fake, ...screen, find, looks: () => fake.to(live).length };
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(async () => {
  await setTabVisible(true);
  vi.useRealTimers();
});

describe('searching', () => {
  it('TRK-1, TRK-3, TRK-4: asks once an e-mail was submitted, trimmed, and not while typing', async () => {
    const { find, calls, one, to, button } = open();
    expect(button('Search').type).toBe('submit');
    await type(one('input[type=email]'), ' me@example.com ');
    await wait(5000);
    expect(calls).toEqual([]);
    await find(' me@example.com ');
    expect(to(search).map(({ input }) => input)).toEqual([{ params: { email: 'me@example.com' } }]);
  });

  it('TRK-2: a blank e-mail gives the toast and asks nothing', async () => {
    const { find, calls, one } = open();
    await find('   ');
    const [title, description] = [...one('[role=alert]').querySelectorAll('p')].map((said) => said.textContent);
    expect(title).toBe('Email required');
    expect(description).toBe('Please enter your email to search for orders.');
    expect(calls).toEqual([]);
  });

  it.each([
    ['DATA-2: an amount as text', { amount: '48.00' }],
    ['DATA-4: one link as text', { post_links: post('a') }],
    ['DATA-5: links as JSON', { post_links: JSON.stringify([post('a')]) }],
    ['TRK-9: no category', { category: undefined }],
  ])('A-36: %s is read like any other', async (_, given) => {
    const { find, text } = open({ [search]: () => [order(given)] });
    await find('me@example.com');
    for (const said of ['$48.00', '10,000 Likes', 'instagram.com/p/a/', '#23501']) expect(text()).toContain(said);
  });

  it('TRK-14, A-36: an order without provider orders waits, and what is not told is not invented', async () => {
    const bare = { id: 'ABCDEFGH1234', status: 'paid', post_links: [post('a')] };
    const { find, text } = open({ [search]: () => [bare] });
    await find('me@example.com');
    for (const said of ['Pedido #ABCDEFGH1234', 'N/A', 'Likes', 'Awaiting processing']) expect(text()).toContain(said);
    expect(text()).not.toMatch(/undefined|NaN|null|\$/);
  });

  it.each([
    ['en', '$12.00 refunded'],
    ['pt', 'Reembolsado: $12.00'],
  ] as const)('D-16: says in %s what was given back of an order, and nothing where nothing was', async (lang, said) => {
    const { find, all } = open(
      { [search]: () => [order({ id: 'AB', refunded_amount: 12 }), order({ id: 'CD' })] },
      lang,
    );
    await find('me@example.com');
    const [given, whole] = all('article').map((card) => card.textContent ?? '');
    expect(given).toContain(said);
    expect(whole).not.toMatch(/refunded|Reembolsado/);
  });

  it('leads to the receipt of each order that was paid', async () => {
    const paid = order({ id: 'AB', receipt_path: '/receipt/AB/key' });
    const { find, link, all } = open({ [search]: () => [paid, order({ id: 'CD', receipt_path: null })] });
    await find('me@example.com');
    expect(link('Receipt #AB').getAttribute('href')).toBe('/receipt/AB/key');
    expect(all('a[href^="/receipt/"]')).toHaveLength(1);
  });

  it('TRK-16: nothing found', async () => {
    const { find, text } = open({ [search]: () => [] });
    await find('me@example.com');
    expect(text()).toContain('No orders found');
  });

  it('TRK-17: a failure says so and can be tried again', async () => {
    let broken = true;
    const { find, text, button, to } = open({
      [search]: () => {
        if (broken) throw new ApiError(500, {});
        return [order()];
      },
    });
    await find('me@example.com');
    await wait(2_000);
    expect(text()).toContain('Error fetching orders. Please try again.');
    broken = false;
    await click(button('Try Again'));
    expect(text()).toContain('Your Orders (1)');
    expect(to(search)).toHaveLength(3);
  });

  it.each([
    ['a failure of the store', new ApiError(503, {}), 2],
    ['a network that breaks', new NetworkError('The store cannot be reached.'), 2],
    ['a refusal, which a repeat does not change', new ApiError(429, {}), 1],
  ])('API-5: a search that meets %s is repeated once at most', async (_name, failure, times) => {
    const { find, text, to } = open({
      [search]: () => {
        throw failure;
      },
    });
    await find('me@example.com');
    expect(to(search)).toHaveLength(1);
    await wait(10_000);
    expect(to(search)).toHaveLength(times);
    expect(text()).toContain('Error fetching orders. Please try again.');
  });

  it('API-5: a search that succeeds when it is repeated shows no failure', async () => {
    let failures = 1;
    const { find, text } = open({
      [search]: () => {
        if (failures-- > 0) throw new ApiError(503, {});
        return [order()];
      },
    });
    await find('me@example.com');
    await wait(2_000);
    expect(text()).toContain('Your Orders (1)');
    expect(text()).not.toContain('Error fetching orders');
  });
});

describe('an order', () => {
  it('TRK-5..12: shows number, date, status, category, quantity, amount and posts', async () => {
    const { find, text, all } = open({ [search]: () => [order(), order({ id: 'ZZZZZZZZ9999' })] });
    await find('me@example.com');
    for (const shown of [
      'Your Orders (2)',
      'Pedido #ABCDEFGH1234',
      formatDate(created),
      'Processing',
      '10,000 Likes',
      '$48.00',
    ]) {
      expect(text()).toContain(shown);
    }
    expect(all<HTMLAnchorElement>('article a').map(({ href }) => href)).toEqual([
      post('a'),
      post('b'),
      post('a'),
      post('b'),
    ]);
    expect(all('article a').every((link) => link.getAttribute('rel') === 'noopener noreferrer nofollow')).toBe(true);
  });

  it('TRK-9: a missing category is Likes', async () => {
    const { find, text } = open({ [search]: () => [order({ category: undefined })] });
    await find('me@example.com');
    expect(text()).toContain('10,000 Likes');
  });

  it('TRK-13, STATE-10, STATE-12: a sent post shows its provider order, live status and what remains', async () => {
    const { find, text, one } = open();
    await find('me@example.com');
    expect(text()).toContain('#23501');
    expect(text()).toContain('In progress');
    expect(text()).toContain('Remaining: 1,200');
    expect(one<HTMLProgressElement>('progress')).toMatchObject({ max: 5_000, value: 3_800 });
  });

  it('STATE-12: nothing remaining is not mentioned', async () => {
    const { find, text } = open({ [live]: () => ({ status: 'Completed', remains: 0 }) });
    await find('me@example.com');
    expect(text()).not.toContain('Remaining');
  });

  it('TRK-14, STATE-15: a post without provider order awaits processing, also after a failed attempt', async () => {
    const failed = sent({ api_order_id: null, status: 'failed', live_status: null });
    const { find, text } = open({ [search]: () => [order({ post_links: [post('a')], api_orders: [failed] })] });
    await find('me@example.com');
    expect(text()).toContain('Awaiting processing');
  });

  it.each([
    ['TRK-15: paid', 'paid', 'purple'],
    ['STATE-2', 'completed', 'green'],
    ['STATE-7', 'odd', 'grey'],
  ])('%s has its own colour', async (_, status, tone) => {
    const { find, one } = open({ [search]: () => [order({ status })] });
    await find('me@example.com');
    expect(one('article header [data-tone]').dataset.tone).toBe(tone);
  });

  it('S-1: an address that is not ours is text, not a link', async () => {
    const links = ['javascript:alert(1)', 'https://evil.example/x'];
    const { find, all, text } = open({ [search]: () => [order({ post_links: links, api_orders: [] })] });
    await find('me@example.com');
    expect(all('article a')).toEqual([]);
    expect(text()).toContain('javascript:alert(1)');
  });
});

describe('the live status', () => {
  it('STATE-13, A-46: is looked up at once and every 60 s', async () => {
    const { find, looks, to } = open();
    await find('me@example.com');
    expect(looks()).toBe(1);
    expect(to(live)[0]?.input).toEqual({ params: { providerId: '23501' } });
    await wait(59_999);
    expect(looks()).toBe(1);
    await wait(1);
    expect(looks()).toBe(2);
  });

  it.each(['Completed', 'Partial', 'Canceled', 'cancelled', 'Refunded'])(
    'STATE-14, A-42: stops at %s',
    async (status) => {
      const { find, looks } = open({ [live]: () => ({ status, remains: 0 }) });
      await find('me@example.com');
      await wait(300_000);
      expect(looks()).toBe(1);
    },
  );

  it('STATE-14: what is final already is never looked up', async () => {
    const { find, looks } = open({ [search]: () => [order({ api_orders: [sent({ live_status: 'Completed' })] })] });
    await find('me@example.com');
    await wait(120_000);
    expect(looks()).toBe(0);
  });

  it('a failing look-up leaves the last known status and is tried again', async () => {
    const { find, looks, text } = open({
      [live]: () => {
        throw new ApiError(502, {});
      },
    });
    await find('me@example.com');
    expect(text()).toContain('Remaining: 1,500');
    await wait(60_000);
    expect(looks()).toBe(2);
  });

  it('pauses in a hidden tab', async () => {
    const { find, looks } = open();
    await find('me@example.com');
    await setTabVisible(false);
    await wait(600_000);
    expect(looks()).toBe(1);
    await setTabVisible(true);
    await wait(0);
    expect(looks()).toBe(2);
  });
});

describe('what is said of an order (D-34, D-49)', () => {
  const closed = { status: 'failed', payment_status: 'expired', api_orders: [] };
  const unsent = { status: 'paid', api_orders: [] };

  it.each([
    [
      'unpaid',
      told('unpaid', 'none', { status: 'pending', api_orders: [] }),
      'yellow',
      'Pending',
      'Awaiting processing',
    ],
    ['confirming', told('confirming', 'none', unsent), 'yellow', 'Confirming', 'Awaiting processing'],
    [
      'expired, open',
      told('expired', 'none', { status: 'pending', api_orders: [] }),
      'grey',
      'Not paid',
      'Awaiting processing',
    ],
    ['expired, closed', told('expired', 'none', closed), 'grey', 'Not paid', 'Not paid'],
    ['declined, closed', told('declined', 'none', closed), 'red', 'Card declined', 'Not paid'],
    ['refunded', told('refunded', 'none', { ...closed, payment_status: 'refunded' }), 'grey', 'Refunded', 'Refunded'],
    [
      'disputed',
      told('disputed', 'none', { ...closed, payment_status: 'disputed' }),
      'red',
      'Disputed',
      'Not delivered',
    ],
    ['paid, nothing sent', told('paid', 'to_send', unsent), 'purple', 'Paid', 'Awaiting processing'],
    ['paid, one of two sent', told('paid', 'sending'), 'blue', 'Processing', 'Awaiting processing'],
    [
      'completed by hand',
      told('paid', 'not_delivered', { status: 'completed', api_orders: [] }),
      'red',
      'Not delivered',
      'Not delivered',
    ],
  ])('%s', async (_, answer, tone, badge, link) => {
    const { find, one, all } = open({ [search]: () => [answer] });
    await find('me@example.com');
    expect(one('article header [data-tone]').dataset.tone).toBe(tone);
    expect(one('article header [data-tone]').textContent).toBe(badge);
    expect(all('article li').at(-1)?.textContent).toContain(link);
    if (link !== 'Awaiting processing') expect(one('article').textContent).not.toContain('Awaiting processing');
  });

  it('a partial delivery says what is missing and what happens about it', async () => {
    const delivery = { state: 'partial', links: 2, sent: 2, ended: 2, ordered: 10_000, delivered: 8_800 };
    const { find, text } = open({ [search]: () => [told('paid', 'partial', { delivery })] });
    await find('me@example.com');
    expect(text()).toContain('8,800 of 10,000 likes were delivered. 1,200 are missing. We are checking it');
    expect(text()).toContain('Delivered: incomplete');
  });

  it.each([
    ['unpaid', 'Pay now'],
    ['expired', 'Pay now'],
    ['declined', 'Try another card'],
  ])('%s and open: can be paid, with the email at hand on the next page', async (payment, action) => {
    const pending = told(payment, 'none', { status: 'pending', payment_status: 'session', api_orders: [] });
    const { find, link } = open({ [search]: () => [pending] });
    await find('me@example.com');
    const pay = link(action);
    expect(pay.getAttribute('href')).toBe('/checkout?orderId=ABCDEFGH1234');
    pay.addEventListener('click', (event) => event.preventDefault());
    await click(pay);
    expect(findOrderEmail('ABCDEFGH1234')).toBe('me@example.com');
  });

  it('a payment under way is not to be paid again', async () => {
    const { find, text } = open({ [search]: () => [told('confirming', 'none', { status: 'pending' })] });
    await find('me@example.com');
    expect(text()).toContain("Don't pay again.");
    expect(text()).not.toContain('Pay now');
  });

  it('several unpaid tries stand together below the orders, each with its way to pay', async () => {
    const tries = ['A', 'B', 'C'].map((id) => told('expired', 'none', { id, status: 'pending', api_orders: [] }));
    const { find, all, one, text } = open({ [search]: () => [...tries, told('paid', 'sending')] });
    await find('me@example.com');
    expect(text()).toContain('Your Orders (4)');
    expect(one<HTMLDetailsElement>('main details').open).toBe(false);
    expect(one('main details summary').textContent).toBe('3 unpaid tries');
    expect(all('main details article')).toHaveLength(3);
    expect(all('main details a[href^="/checkout?orderId="]')).toHaveLength(3);
    expect(all('article')[0]?.textContent).toContain('ABCDEFGH1234');
  });

  it('unpaid tries alone are open', async () => {
    const tries = ['A', 'B', 'C'].map((id) => told('unpaid', 'none', { id, status: 'pending', api_orders: [] }));
    const { find, one } = open({ [search]: () => tries });
    await find('me@example.com');
    expect(one<HTMLDetailsElement>('main details').open).toBe(true);
  });
});

describe('following orders', () => {
  const paid = (more: Record<string, unknown> = {}) =>
    told('paid', 'to_send', { status: 'paid', api_orders: [], ...more });
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
    expect(text()).toContain('Delivered: done');
    expect(to(search)).toHaveLength(1);
  });

  it('S-7: a payment that changed is looked up by one search, which also tells the receipt', async () => {
    const unpaid = told('unpaid', 'none', { status: 'pending', payment_status: 'session', api_orders: [] });
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
    const refunded = told('refunded', 'none', { status: 'failed', payment_status: 'refunded', api_orders: [] });
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
    expect(text()).toContain('Sent: next');
    broken = false;
    await wait(60_000);
    expect(text()).toContain('Sent: done');
    expect(to(readOne)).toHaveLength(2);
  });

  it('TRK-3: the email that the result page hands over is searched at once, and stays off the address', async () => {
    handEmailToTracking('me@example.com');
    const { one, to, text } = open();
    await wait(0);
    expect(one<HTMLInputElement>('input[type=email]').value).toBe('me@example.com');
    expect(to(search).map(({ input }) => input)).toEqual([{ params: { email: 'me@example.com' } }]);
    expect(text()).toContain('Your Orders (1)');
    expect(window.location.search).toBe('');
  });
});

describe('in Portuguese', () => {
  it('D-27, FMT-3: order, date, status and delivery', async () => {
    const { find, text } = open({}, 'pt');
    await find('me@example.com');
    for (const shown of [
      'Seus pedidos (1)',
      'Pedido #ABCDEFGH1234',
      formatDatePtBr(created),
      '10.000 Curtidas',
      '$48.00',
      'Em andamento',
      'Faltam: 1.200',
      'Aguardando processamento',
    ]) {
      expect(text()).toContain(shown);
    }
  });

  it('D-27: a status that nobody knows stays as the provider words it', async () => {
    const { find, text } = open({ [live]: () => ({ status: 'Queued up', remains: 1 }) }, 'pt');
    await find('me@example.com');
    expect(text()).toContain('Queued up');
  });
});
