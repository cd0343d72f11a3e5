import { beforeEach, describe, expect, it } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { readNextCursor } from '../kit/use-api.ts';
import {
  type Answer,
  button,
  click,
  type FakeStore,
  field,
  fill,
  hasButton,
  type ReceivedCall,
  settle,
  text,
} from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
import { order, rows } from './testing-orders.tsx';

let store: FakeStore;

beforeEach(() => {
  store = signIn();
});

async function open(path = '/admin/orders'): Promise<void> {
  await openAdmin(path);
}

describe('the table of orders', () => {
  it('ORDPG-1, FMT-1: shows order id, customer, amount, status and created', async () => {
    store.on('GET /api/orders', { body: [order('AAA')], headers: { 'X-Total-Count': '1' } });
    await open();
    const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['Order ID', 'Customer', 'Amount', 'Status', 'Created']);
    const cells = [...(rows()[0]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
    expect(cells[0]).toBe('AAA');
    expect(cells[1]).toContain('aaa@mail.test');
    expect(cells[2]).toBe('$1,234.50');
    expect(cells[3]).toBe('Paid');
    expect(cells[4]).toContain('1 h ago');
    expect(cells[4]).toContain(formatDate('2026-03-01T11:00:00.000Z'));
    expect(text()).toContain('1 order');
  });

  it('FMT-1: an order older than a week has its date once', async () => {
    const created_at = '2025-11-17T11:00:00.000Z';
    store.on('GET /api/orders', { body: [order('AAA', { created_at })] });
    await open();
    expect(rows()[0]?.querySelectorAll('td')[4]?.textContent).toBe(formatDate(created_at));
  });

  it('DATA-2, DATA-5, FMT-2: reads old rows, and says N/A for what is missing', async () => {
    store.on('GET /api/orders', {
      body: [order('AAA', { amount: '30.00', created_at: null }), order('BBB', { amount: 'x' })],
    });
    await open();
    expect(rows()[0]?.textContent).toContain('$30.00');
    expect(rows()[0]?.textContent).toContain('N/A');
    expect(rows()[1]?.textContent).toContain('N/A');
  });

  it('ROUTE-10: a row leads to its order', async () => {
    store.on('GET /api/orders', { body: [order('AAA')] });
    await open();
    await click(button('AAA'));
    expect(location.pathname).toBe('/admin/orders/AAA');
  });

  it('ROUTE-10: a click anywhere on the row leads there too', async () => {
    store.on('GET /api/orders', { body: [order('AAA')] });
    await open();
    await click(rows()[0]?.querySelectorAll('td')[2] as Element);
    expect(location.pathname).toBe('/admin/orders/AAA');
  });

  it.each([
    ['completed', 'green'],
    ['pending', 'yellow'],
    ['processing', 'blue'],
    ['failed', 'red'],
    ['paid', 'purple'],
    ['PAID', 'purple'],
    ['on hold', 'grey'],
  ])('STATE-2..8: a %s order has a %s badge', async (status, tone) => {
    store.on('GET /api/orders', { body: [order('AAA', { status })] });
    await open();
    expect(rows()[0]?.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
  });

  it.each([
    ['failed', 'refunded', 'red Failed, grey Refunded'],
    ['failed', 'expired', 'red Failed, grey Expired'],
    ['completed', 'partly_refunded', 'green Completed, grey Partly refunded'],
    ['pending', 'declined', 'yellow Pending, red Declined'],
    ['pending', 'unpaid', 'yellow Pending'],
    ['paid', 'paid', 'purple Paid'],
    ['completed', 'unpaid', 'green Completed, yellow Unpaid'],
  ])('D-34, D-49: a %s order whose payment is %s says both where they differ', async (status, payment, badges) => {
    store.on('GET /api/orders', { body: [order('AAA', { status, payment })] });
    await open();
    const shown = [...(rows()[0]?.querySelectorAll('[data-tone]') ?? [])];
    expect(shown.map((badge) => `${badge.getAttribute('data-tone')} ${badge.textContent}`).join(', ')).toBe(badges);
  });

  it.each([
    [{ state: 'to_send', links: 5, sent: 0, ordered: 2500, delivered: 0 }, '5 links to send', 'orange'],
    [{ state: 'to_send', links: 1, sent: 0, ordered: 2500, delivered: 0 }, '1 link to send', 'orange'],
    [{ state: 'sending', links: 5, sent: 2, ordered: 2500 }, '2 of 5 links sent', 'blue'],
    [
      { state: 'in_progress', links: 5, sent: 5, ordered: 2500, delivered: 1356 },
      'Provider: 1,356 of 2,500 delivered',
      'blue',
    ],
    [{ state: 'in_progress', links: 5, sent: 5, ordered: 2500 }, 'In delivery', 'blue'],
    [{ state: 'completed', links: 1, sent: 1, ordered: 500, delivered: 500 }, 'Delivered', 'green'],
    [{ state: 'partial', links: 1, sent: 1, ordered: 500, delivered: 400 }, 'Provider: 400 of 500 delivered', 'orange'],
    [{ state: 'partial', links: 1, sent: 1, ordered: 500 }, 'Not all delivered', 'orange'],
    [{ state: 'not_delivered', links: 1, sent: 1, ordered: 500, delivered: 0 }, 'Nothing delivered', 'red'],
  ])('D-34, D-49: the delivery %j is shown as "%s"', async (delivery, words, tone) => {
    store.on('GET /api/orders', { body: [order('AAA', { delivery: { ended: 0, ...delivery } })] });
    await open();
    const note = [...(rows()[0]?.querySelectorAll('[data-tone]') ?? [])].at(-1);
    expect([note?.textContent, note?.getAttribute('data-tone')]).toEqual([words, tone]);
  });

  it('ORDPG-2: Refresh asks again', async () => {
    store.on('GET /api/orders', { body: [order('AAA')] });
    await open();
    store.on('GET /api/orders', { body: [order('AAA', { status: 'completed' })] });
    await click(button('Refresh'));
    expect(rows()[0]?.textContent).toContain('Completed');
    expect(store.calls('GET /api/orders')).toHaveLength(2);
  });

  it('D-7: loads the next page by the cursor of the Link header, until there is none', async () => {
    const pages = ({ query }: ReceivedCall): Answer =>
      query.get('cursor') === 'two'
        ? { body: [order('BBB')], headers: { 'X-Total-Count': '2' } }
        : {
            body: [order('AAA')],
            headers: { 'X-Total-Count': '2', Link: '</api/orders?limit=50&cursor=two>; rel="next"' },
          };
    store.on('GET /api/orders', pages);
    await open();
    expect(text()).toContain('1 shown of 2');
    await click(button('Load more'));
    expect(rows().map((row) => row.querySelector('a')?.textContent)).toEqual(['AAA', 'BBB']);
    expect(hasButton('Load more')).toBe(false);
  });

  it('ADM-ORD-2..5: searches after a moment of rest, and keeps the search in the address', async () => {
    store.on('GET /api/orders', { body: [order('AAA')] });
    await open();
    await fill(field('input[type=search]'), 'aaa');
    await settle(100);
    await fill(field('input[type=search]'), ' aaa@mail ');
    await settle(299);
    expect(store.calls('GET /api/orders')).toHaveLength(1);
    await settle(1);
    expect(store.calls('GET /api/orders').at(-1)?.query.get('search')).toBe('aaa@mail');
    expect(store.calls('GET /api/orders')).toHaveLength(2);
    expect(new URLSearchParams(location.search).get('search')).toBe('aaa@mail');
    expect(field('input[type=search]').value).toBe(' aaa@mail ');
  });

  it('filters by status, and clears what found nothing', async () => {
    store.on('GET /api/orders', ({ query }) => ({ body: query.get('status') ? [] : [order('AAA')] }));
    await open();
    await click(button('Failed'));
    expect(store.calls('GET /api/orders').at(-1)?.query.get('status')).toBe('failed');
    expect(text()).toContain('No orders found');
    await click(button('Clear search and status'));
    expect(rows()).toHaveLength(1);
    expect(location.search).toBe('');
  });

  it('says no count of what was found before, nor that there is none, while it searches', async () => {
    const announced = () => document.querySelector('main [role=status]')?.textContent;
    store.on('GET /api/orders', { body: [order('AAA')], headers: { 'X-Total-Count': '180' } });
    await open();
    expect(announced()).toBe('180 orders');
    let finish: (answer: Answer) => void = () => {};
    store.on('GET /api/orders', () => new Promise((resolve) => (finish = resolve)));
    await click(button('Failed'));
    expect(announced()).toBe('');
    finish({ body: [], headers: { 'X-Total-Count': '0' } });
    await settle();
    expect(announced()).toBe('0 orders found');
    expect(text()).toContain('No orders found');
    await click(button('Paid'));
    expect(text()).not.toContain('No orders found');
  });

  it('ADM-ORD-25, API-5: retries once, then says that it failed and lets try again', async () => {
    store.on('GET /api/orders', { status: 500, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(store.calls('GET /api/orders')).toHaveLength(2);
    expect(text()).toContain('Failed to load orders');
    expect(text()).toContain('The store is busy.');
    store.on('GET /api/orders', { body: [order('AAA')] });
    await click(button('Try Again'));
    expect(text()).not.toContain('Failed to load orders');
    expect(rows()).toHaveLength(1);
  });

  it('API-7: says that the network response was not ok where the store said nothing', async () => {
    store.on('GET /api/orders', { status: 500, body: {} });
    await open();
    await settle(5_000);
    expect(text()).toContain('Network response was not ok');
  });

  it('API-6: does not ask again when the window gets the focus', async () => {
    store.on('GET /api/orders', { body: [order('AAA')] });
    await open();
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    await settle(1_000);
    expect(store.calls('GET /api/orders')).toHaveLength(1);
  });
});

describe('the next page', () => {
  it.each([
    ['</api/orders?limit=50&cursor=a%2Bb>; rel="next"', 'a+b'],
    ['</api/orders?cursor=p>; rel="prev", <https://shop.test/api/orders?cursor=n>; rel=next', 'n'],
    ['</api/orders?cursor=p>; rel="prev"', null],
    ['</api/orders>; rel="next"', null],
    ['nonsense', null],
    [null, null],
  ])('is read from %j', (link, cursor) => {
    expect(readNextCursor(link)).toBe(cursor);
  });
});
