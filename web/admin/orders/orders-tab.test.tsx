import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { button, click, field, fill, hasButton, settle, text } from '../testing.tsx';
import { states } from '../texts/en.ts';
import {
  choose,
  dialog,
  links,
  menuOf,
  type OrdersRepository,
  openTab,
  order,
  rows,
  storeWithOrders,
} from './testing-orders.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './orders-tab.tsx';

let store: OrdersRepository;

beforeEach(() => {
  store = storeWithOrders();
});

/** Requests of the list, without the request for the total count. */
const calls = () => store.calls('GET /api/orders').filter(({ query }) => query.get('limit') === '50');
const placed = (api_order_id: string | null, status: string) => ({
  api_order_id,
  status,
  category: 'Likes',
  post_link: links[0],
});

function storeWithProviderOrders(): void {
  const delivery = { state: 'sending', links: 3, sent: 2, ended: 0, ordered: 5000 };
  store.lists([order('AAA', { post_links: links, delivery }), order('BBB')], 2);
  const apiOrders = [placed('11', 'sent'), placed(null, 'failed'), placed('13', 'sent'), placed('14', 'sent')];
  store.on('POST /api/orders/api-orders-batch', {
    body: [
      { orderId: 'AAA', apiOrders },
      { orderId: 'BBB', apiOrders: [] },
    ],
  });
}

const cells = (row: Element | undefined) => [...(row?.querySelectorAll('td') ?? [])];

describe('the list', () => {
  it('ADM-ORD-1, A-31: counts all orders, not those that are found', async () => {
    store.on('GET /api/orders', ({ query }) => ({
      body: [order('AAA')],
      headers: { 'X-Total-Count': query.get('search') ? '3' : '1234' },
    }));
    await openTab('&search=ana');
    expect(text()).toContain('1,234 Total Orders');
    expect(text()).toContain('3 orders found');
  });

  it('D-45, ADM-ORD-7, 8, 12, FMT-1: seven columns in their order, in place of those of ADM-ORD-6', async () => {
    const delivery = { state: 'in_progress', links: 5, sent: 3, ended: 0, ordered: 5000, delivered: 3100 };
    store.lists([order('AAA', { payment: 'partly_refunded', delivery })], 1);
    await openTab();
    const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['Order', 'Customer', 'Amount', 'Status', 'Delivery', 'Date', 'Actions']);
    const [id, customer, amount, status, shown, date] = cells(rows()[0]);
    expect(id?.textContent).toBe('AAA@ana');
    expect(customer?.textContent).toContain('aaa@mail.test5,000 Likes');
    expect(amount?.textContent).toBe('$1,234.501 h ago');
    expect(status?.textContent).toBe('PaidPartly refunded');
    expect(shown?.textContent).toBe('In progress3 of 5 links, 62 %');
    expect(date?.textContent).toContain(formatDate('2026-03-01T11:00:00.000Z'));
  });

  it('D-45, ADM-ORD-14, 15, 26: the first provider order and how many more, from one request for all rows', async () => {
    storeWithProviderOrders();
    await openTab();
    expect(store.calls('POST /api/orders/api-orders-batch').map(({ body }) => body)).toEqual([
      { orderIds: ['AAA', 'BBB'] },
    ]);
    expect(cells(rows()[0])[4]?.textContent).toContain('#11 +3 more');
    expect(cells(rows()[1])[4]?.textContent).toContain('Nothing to deliver');
  });

  it('ADM-ORD-13, 14, 15: the menu has two links and three provider orders, and how many more; only sent ones are muted', async () => {
    storeWithProviderOrders();
    await openTab();
    const facts = [...(await menuOf('AAA')).querySelectorAll('dl > div')].map((fact) =>
      [...fact.children].map(({ textContent }) => textContent),
    );
    expect(facts).toEqual([
      ['Details', 'instagram.com/p/One/', 'instagram.com/p/Two/', '+1 more'],
      ['API Order IDs', '#11', 'Failed', '#13', '+1 more'],
    ]);
    const tones = [...(await menuOf('AAA')).querySelectorAll('dl [data-tone]')];
    expect(tones.map((one) => one.getAttribute('data-tone'))).toEqual(['grey', 'red', 'grey']);
  });

  it.each([
    ['to_send', [], 'orange To send'],
    ['in_progress', [placed('11', 'sent')], 'blue In progress'],
    ['sending', [placed('11', 'sent'), placed(null, 'failed')], 'red Refused'],
    ['sending', [placed(null, 'failed'), placed(null, 'unknown')], 'red Unknown result'],
    ['sending', [placed(null, 'unknown')], 'red Unknown result'],
    [
      'in_progress',
      [{ ...placed('11', 'sent'), live_status: 'Partial', quantity: 9, remains: 4 }],
      'orange Under-delivered',
    ],
    ['in_progress', [{ ...placed('11', 'sent'), following: true, error: 'Timeout' }], 'orange Stalled'],
    ['completed', [placed('11', 'sent')], 'green Delivered'],
    ['not_delivered', [placed('11', 'sent')], 'red Not delivered'],
  ])('D-45: a delivery that is %s has the word and color of its worst link', async (state, apiOrders, shown) => {
    const delivery = { state, links: 2, sent: 1, ended: 0, ordered: 5000 };
    store.lists([order('AAA', { payment: 'paid', delivery })], 1);
    store.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'AAA', apiOrders }] });
    await openTab();
    const word = cells(rows()[0])[4]?.querySelector('[data-tone]');
    expect(`${word?.getAttribute('data-tone')} ${word?.textContent}`).toBe(shown);
    expect(cells(rows()[0])[4]?.textContent?.split('Unknown result').length).toBeLessThanOrEqual(2);
  });

  it('ADM-ORD-2..5, D-7: search, status, category, days, amount and order go to the store as they stand in the address', async () => {
    await openTab(
      '&status=failed&category=Views&from=2026-02-01&to=2026-02-28&amountMin=5&amountMax=9.50&sort=highest',
    );
    expect(Object.fromEntries(calls().at(-1)?.query ?? [])).toEqual({
      status: 'failed',
      category: 'Views',
      from: '2026-02-01',
      to: '2026-02-28',
      amountMin: '5',
      amountMax: '9.50',
      sort: 'highest',
      limit: '50',
    });
    await fill(field('input[type=search]'), 'ana@mail');
    await settle(400);
    expect(calls().at(-1)?.query.get('search')).toBe('ana@mail');
    await click(button('Clear all'));
    expect(location.search).toBe('?tab=orders&sort=highest');
    expect(Object.fromEntries(calls().at(-1)?.query ?? [])).toEqual({ sort: 'highest', limit: '50' });
  });

  it('D-34: by payment and by delivery, in the words of the badges', async () => {
    await openTab('&payment=partly_refunded');
    const options = (label: string) =>
      [...field(`select[aria-label="${label}"]`).querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(options('Payment')).toEqual(['Any payment', ...Object.values(states.payment)]);
    expect(options('Delivery')).toEqual(['Any delivery', ...Object.values(states.delivery)]);
    await choose(document.querySelector('select[aria-label="Delivery"]'), 'sending');
    expect(Object.fromEntries(calls().at(-1)?.query ?? [])).toEqual({
      payment: 'partly_refunded',
      delivery: 'sending',
      limit: '50',
    });
  });

  it.each([
    ['1,234.50', '1234.5'],
    ['1.234,50', '1234.5'],
    ['1,000', '1000'],
    ['12,5', '12.5'],
    ['lots', '5'],
    ['', null],
  ])('D-52: an amount that is typed as %j filters by %s', async (typed, amount) => {
    await openTab('&amountMin=5');
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'From $');
    const from = field(`#${CSS.escape(label?.htmlFor ?? '')}`);
    await fill(from, typed);
    await act(async () => from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    expect(calls().at(-1)?.query.get('amountMin')).toBe(amount);
  });

  it('an address that somebody changed by hand still lists orders', async () => {
    await openTab('&status=nonsense&payment=free&delivery=lost&from=yesterday&amountMin=lots&sort=random');
    expect(Object.fromEntries(calls().at(-1)?.query ?? [])).toEqual({ limit: '50' });
  });

  it('D-7: goes on and back by the cursors of the store, a page at a time; another filter starts anew', async () => {
    store.on('GET /api/orders', ({ query }) => ({
      body: [order(query.get('cursor') === 'two' ? 'BBB' : 'AAA')],
      headers: { 'X-Total-Count': '2', ...(query.get('cursor') ? {} : { Link: '</x?cursor=two>; rel="next"' }) },
    }));
    await openTab();
    await click(button('Next'));
    expect(rows().map((row) => cells(row)[0]?.textContent)).toEqual(['BBB@ana']);
    expect(text()).toContain('Page 2');
    expect(hasButton('Next')).toBe(false);
    await click(button('Previous'));
    expect(rows().map((row) => cells(row)[0]?.textContent)).toEqual(['AAA@ana']);
    await click(button('Next'));
    await choose(document.querySelector('select[aria-label="Status"]'), 'failed');
    expect(calls().at(-1)?.query.get('cursor')).toBeNull();
  });

  it('D-7: says when more match than are counted, never fewer than were shown, and how many on the last page', async () => {
    const page = Array.from({ length: 50 }, (_, n) => order(`A${n}`));
    store.on('GET /api/orders', ({ query }) => {
      const next = { '': 'two', two: 'three' }[query.get('cursor') ?? ''];
      return {
        body: next ? page : [order('LAST')],
        headers: {
          'X-Total-Count': '50',
          'X-Total-Capped': 'true',
          ...(next && { Link: `</x?cursor=${next}>; rel="next"` }),
        },
      };
    });
    await openTab('&search=a@b');
    expect(text()).toContain('More than 50 orders found');
    const announced: string[] = [];
    const watch = new MutationObserver(() => announced.push(text()));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    await click(button('Next'));
    watch.disconnect();
    // While the previous page is still shown, the live region does not announce the next page.
    const [early] = announced.filter((each) => each.includes('A0') && each.includes('Page 2'));
    expect(early ?? '').not.toContain('More than 100');
    expect(text()).toContain('More than 100 orders found');
    await click(button('Next'));
    expect(text()).toContain('101 orders found');
  });

  it('ADM-ORD-25: says when it cannot be had, and tries again', async () => {
    store.on('GET /api/orders', { status: 503, body: { message: 'The store is busy.' } });
    await openTab();
    await settle(5_000);
    expect(text()).toContain('Failed to load orders');
    store.lists([order('AAA')], 1);
    await click(button('Try Again'));
    expect(rows()).toHaveLength(1);
  });

  it('says that there are none, and how to see them all', async () => {
    store.lists([], 0);
    await openTab('&status=failed');
    expect(text()).toContain('Nothing matches this filter.');
    await click(button('Clear the filter'));
    expect(location.search).toBe('?tab=orders');
  });

  it('D-89: a search without a result names what a search finds', async () => {
    store.lists([], 0);
    await openTab('&search=nobody');
    expect(text()).toContain('No order matches “nobody”. Search by order number, email, link, amount');
  });

  it('does not say that there are none while it looks for others', async () => {
    store.lists([], 0);
    await openTab('&status=failed');
    store.on('GET /api/orders', () => new Promise(() => {}));
    await click(button('Clear the filter'));
    expect(text()).not.toContain('No orders found');
  });
});

describe('saved views', () => {
  it('are opened by a click, saved under a name, and deleted', async () => {
    const views = [{ id: 'v1', name: 'Regulars', filter: { status: 'paid' }, saved_by: 'o@s.test' }];
    store.on('GET /api/admin/order-views', () => ({ body: views }));
    store.on('POST /api/admin/order-views', ({ body }) => {
      views.push({ id: 'v2', ...(body as { name: string; filter: { status: string } }), saved_by: 'o@s.test' });
      return { body: views[1] };
    });
    store.on('DELETE /api/admin/order-views/v1', () => {
      views.shift();
      return { body: { success: true } };
    });
    await openTab();
    expect(hasButton('Save this view')).toBe(false);
    await click(button('Regulars'));
    expect(location.search).toBe('?tab=orders&status=paid');
    expect(hasButton('Save this view')).toBe(false);
    await click(button('Delete the view Regulars'));
    expect(hasButton('Regulars')).toBe(false);
    await click(button('Save this view'));
    await fill(field('dialog input'), ' Paid ones ');
    await click(button('Save', dialog()));
    expect(store.calls('POST /api/admin/order-views').at(-1)?.body).toEqual({
      name: 'Paid ones',
      filter: { status: 'paid' },
    });
    expect(hasButton('Paid ones')).toBe(true);
  });
});
