import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, button, click, field, hasButton, settle, text } from '../testing.tsx';
import { choose, dialog, links, type OrdersRepository, openTab, order, storeWithOrders } from './testing-orders.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './orders-tab.tsx';

let store: OrdersRepository;

beforeEach(() => {
  store = storeWithOrders();
});

describe('what is done to several', () => {
  beforeEach(() => {
    store.lists(
      [
        order('AAA'),
        order('BBB', { status: 'completed' }),
        order('CCC', { payment_status: 'none', status: 'pending' }),
      ],
      3,
    );
    store.on('POST /api/orders/api-orders-batch', {
      body: ['AAA', 'BBB', 'CCC'].map((orderId) => ({ orderId, apiOrders: [] })),
    });
  });
  const chooseAll = () => click(field('label input[type=checkbox]'));

  it('shows what will happen to each order before a status is set, then sets them one by one', async () => {
    store.on('PATCH *', ({ path }) =>
      path.includes('CCC')
        ? { status: 409, body: { code: 'conflict', message: 'Somebody else is at it.' } }
        : { body: { success: true } },
    );
    await openTab();
    await chooseAll();
    expect(text()).toContain('3 orders selected');
    await choose(document.querySelector('select[aria-label="Set the status of the selected orders"]'), 'completed');
    expect(dialog().textContent).toContain('Ready: 2');
    expect(dialog().textContent).toContain('AAAPaid to Completed');
    expect(dialog().textContent).toContain('BBBis Completed already');
    expect(store.calls('PATCH *')).toEqual([]);
    await click(button('Change 2 orders'));
    expect(store.calls('PATCH *').map(({ path }) => path)).toEqual([
      '/api/admin/orders/AAA/status',
      '/api/admin/orders/CCC/status',
    ]);
    expect(dialog().textContent).toContain('2 of 2 done, 1 failed');
    expect(dialog().textContent).toContain('CCC: Somebody else is at it.');
    await click(button('Close'));
    expect(dialog()).toBeNull();
  });

  it('D-51: the preview of a send names what a link opens that is no post', async () => {
    const profile = 'https://www.instagram.com/some.user/';
    store.lists([order('AAA', { post_links: [profile] })], 1);
    await openTab();
    await chooseAll();
    await click(button('Send links'));
    expect(dialog().textContent).toContain(`${profile}Profile · some.userNot a post. This link was chosen anyway.`);
  });

  it('D-43: says how many are not completed, and completes them together after another word', async () => {
    const words = 'Order AAA is paid: 1 of 1 link not sent. Complete it all the same?';
    store.on('PATCH *', ({ path, body }) =>
      path.includes('AAA') && !(body as { confirm?: boolean }).confirm
        ? { status: 409, body: { code: 'undelivered', message: words } }
        : { body: { success: true } },
    );
    await openTab();
    await chooseAll();
    await choose(document.querySelector('select[aria-label="Set the status of the selected orders"]'), 'completed');
    await click(button('Change 2 orders'));
    expect(dialog().textContent).toContain('1 order was not completed: not all of what was paid is delivered.');
    expect(dialog().textContent).toContain(words);
    await click(button('Complete 1 order anyway'));
    expect(store.calls('PATCH *').at(-1)?.body).toEqual({ status: 'completed', expected: 'paid', confirm: true });
    expect(dialog().textContent).toContain('1 of 1 done');
    expect(dialog().textContent).not.toContain(words);
    expect(hasButton('Complete 1 order anyway')).toBe(false);
  });

  it('A-37: sends the links that may be sent, and says why others are not', async () => {
    store.on('POST /api/admin/orders/*', { body: { success: true, apiOrder: {} } });
    await openTab();
    await chooseAll();
    await click(button('Send links'));
    expect(dialog().textContent).toContain('Ready: 2');
    expect(dialog().textContent).toContain('CCCis not paid');
    await click(button('Send 2 links'));
    expect(store.calls('POST /api/admin/orders/AAA/send-post').map(({ body }) => body)).toEqual([
      { postLink: links[0], category: 'Likes', quantity: 5000, run: expect.any(String) },
    ]);
    expect(store.calls('POST /api/admin/orders/CCC/send-post')).toEqual([]);
    expect(dialog().textContent).toContain('2 of 2 done');
    // The next plan has the balance after these sends.
    await settle();
    expect(store.calls('GET /api/admin/balance')).toHaveLength(1);
  });

  it('A-40: stops while the store cannot be reached, then reads what became of the link and continues', async () => {
    const send = 'POST /api/admin/orders/AAA/send-post';
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    const isSent = { post_link: links[0], status: 'sent', api_order_id: '23501' };
    store.lists([order('AAA', { post_links: links })], 1);
    store.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'AAA', apiOrders: [] }] });
    await openTab();
    await click(field('input[aria-label="Select order AAA"]'));
    await click(button('Send links'));
    store.on(send, lost);
    store.on('GET /api/orders/AAA/api-orders', lost);
    await click(button('Send 3 links'));
    for (const ms of [2_000, 5_000, 5_000, 5_000]) await settle(ms);
    expect(store.calls(send)).toHaveLength(1);
    expect(dialog().textContent).toContain('0 of 3 done');
    expect(dialog().textContent).toContain('The store cannot be reached. The rest continues as soon as it responds.');
    store.on(send, { body: { success: true, apiOrder: {} } });
    store.on('GET /api/orders/AAA/api-orders', { body: [isSent] });
    await settle(5_000);
    await settle();
    expect(store.calls(send)).toHaveLength(3);
    expect(dialog().textContent).toContain('3 of 3 done');
    expect(dialog().textContent).not.toMatch(/failed|cannot be reached/);
  });

  it('A-40: leaves the rest, and the link as unknown, when it is stopped without the store', async () => {
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    store.lists([order('AAA', { post_links: links })], 1);
    store.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'AAA', apiOrders: [] }] });
    await openTab();
    await click(field('input[aria-label="Select order AAA"]'));
    await click(button('Send links'));
    store.on('POST /api/admin/orders/*', lost);
    store.on('GET /api/orders/AAA/api-orders', lost);
    await click(button('Send 3 links'));
    for (const ms of [2_000, 5_000, 5_000]) await settle(ms);
    await click(button('Stop', dialog()));
    await settle(5_000);
    await settle();
    expect(store.calls('POST /api/admin/orders/AAA/send-post')).toHaveLength(1);
    expect(dialog().textContent).toContain('1 of 3 done, 1 failed');
    expect(dialog().textContent).toContain('the request may have been completed');
    expect(hasButton('Close', dialog())).toBe(true);
  });

  it.each(['processing', 'completed'])('D-41: plans no link of an unpaid order that was set to %s', async (status) => {
    store.lists([order('DDD', { payment_status: 'none', status, post_links: links })], 1);
    store.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'DDD', apiOrders: [] }] });
    await openTab();
    await chooseAll();
    await click(button('Send links'));
    expect(dialog().textContent).toContain('DDDis not paid');
  });

  it('A-37: a dispatch continues in its dialog, and shows its failures, when its order leaves the list', async () => {
    const send = 'POST /api/admin/orders/AAA/send-post';
    const finish: ((answer: Answer) => void)[] = [];
    store.lists([order('AAA', { post_links: links })], 1);
    store.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'AAA', apiOrders: [] }] });
    store.on(send, () => new Promise((resolve) => finish.push(resolve)));
    await openTab('&status=paid');
    await click(field('input[aria-label="Select order AAA"]'));
    await click(button('Send links'));
    await click(button('Send 3 links'));
    store.lists([], 0);
    finish[0]?.({ body: { success: true, apiOrder: {} } });
    await settle();
    await click(button('Refresh'));
    expect(text()).toContain('No orders found');
    expect(hasButton('Stop', dialog())).toBe(true);
    finish[1]?.({ status: 502, body: { message: 'The provider refused it.' } });
    await settle();
    expect(dialog().textContent).toContain('The provider refused it.');
    await click(button('Stop', dialog()));
    finish[2]?.({ body: { success: true, apiOrder: {} } });
    await settle();
    expect(store.calls(send)).toHaveLength(3);
    expect(dialog().open).toBe(true);
  });

  it('exports the selected ones, or all that are found', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href') ?? '');
    });
    store.on('POST /api/admin/orders/export', { body: { path: '/api/admin/orders.csv?ticket=t' } });
    await openTab('&status=paid');
    await click(field('input[aria-label="Select order BBB"]'));
    await click(button('Export selected'));
    expect(store.calls('POST /api/admin/orders/export').at(-1)?.body).toEqual({ status: 'paid', ids: ['BBB'] });
    await click(button('Export CSV'));
    expect(store.calls('POST /api/admin/orders/export').at(-1)?.body).toEqual({ status: 'paid' });
    expect(followed).toEqual(['/api/admin/orders.csv?ticket=t', '/api/admin/orders.csv?ticket=t']);
    vi.restoreAllMocks();
  });

  it('D-45: a row sends its links that are not sent, after the quantity, the cost and the balance', async () => {
    const delivery = { state: 'sending', links: 3, sent: 1, ended: 0, ordered: 5000 };
    store.lists([order('AAA', { post_links: links, delivery, payment: 'paid' }), order('BBB')], 2);
    const sent = { api_order_id: '11', status: 'sent', category: 'Likes', post_link: links[0] };
    store.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'AAA', apiOrders: [sent] }] });
    store.on('GET /api/admin/providers', { body: [provider({ id: 'p2', priority: 200, balance: 1 }), provider()] });
    store.on('POST /api/admin/orders/AAA/send-post', ({ body }) =>
      (body as { postLink: string }).postLink === links[1]
        ? { body: { success: true, apiOrder: {} } }
        : { status: 502, body: { message: 'The provider refused it.' } },
    );
    await openTab();
    expect(hasButton('Send 1 link of order BBB')).toBe(false);
    expect(button('Send 2 links of order AAA').textContent).toBe('Send 2');
    await click(button('Send 2 links of order AAA'));
    const facts = [...dialog().querySelectorAll('dl > *')].map(({ textContent }) => textContent);
    expect(facts.join(' ')).toBe('Quantity 3,333 Likes Estimated cost $5.00 Balance $50.00 Balance after $45.00');
    await click(button('Send 2 links', dialog()));
    const failed = dialog().querySelector('ul[aria-label=Failed]');
    expect(failed?.textContent).toContain('AAA: The provider refused it.');
    expect([...(failed?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
      '/admin/orders/AAA',
      links[2],
    ]);
  });

  it.each([
    [{ balance: 1 }, 'Balance$1.00', 'The balance does not cover the estimated cost.'],
    [{ balance: null }, 'BalanceUnknown', ''],
    [{ used: [] }, 'Estimated costUnknown', ''],
    [{ balance: 20, currency: 'EUR' }, 'Balance after12.50 EUR', ''],
  ])('the plan of a send with %j shows "%s" before anything is sent', async (changed, fact, alert) => {
    store.lists([order('AAA')], 1);
    store.on('GET /api/admin/providers', { body: [provider(changed)] });
    await openTab();
    await chooseAll();
    await click(button('Send links'));
    expect(dialog().querySelector('dl')?.textContent).toContain(fact);
    expect(dialog().querySelector('[role=alert]')?.textContent ?? '').toBe(alert);
    expect(store.calls('POST /api/admin/orders/*').filter(({ path }) => path.endsWith('send-post'))).toEqual([]);
  });

  it('selects all orders of a filter, over all its pages, and forgets them with the first action', async () => {
    const page = (id: string, next: string | null) => ({
      body: [order(id)],
      headers: { 'X-Total-Count': '2', ...(next ? { Link: `</x?cursor=${next}>; rel="next"` } : {}) },
    });
    store.on('GET /api/orders', ({ query }) => (query.get('cursor') ? page('BBB', null) : page('AAA', 'two')));
    store.on('PATCH *', { body: { success: true } });
    await openTab('&queue=to_send');
    expect(hasButton('Select all 2')).toBe(false);
    await chooseAll();
    await click(button('Select all 2'));
    expect(text()).toContain('2 orders selected');
    const loaded = store.calls('GET /api/orders').filter(({ query }) => query.get('limit') === '200');
    expect(loaded.map(({ query }) => [query.get('queue'), query.get('cursor')])).toEqual([
      ['to_send', null],
      ['to_send', 'two'],
    ]);
    await choose(document.querySelector('select[aria-label="Set the status of the selected orders"]'), 'failed');
    await click(button('Change 2 orders'));
    expect(store.calls('PATCH *').map(({ path }) => path)).toEqual([
      '/api/admin/orders/AAA/status',
      '/api/admin/orders/BBB/status',
    ]);
    await click(button('Close'));
    expect(text()).not.toContain('selected');
  });

  it('offers the first 500 where more orders match', async () => {
    store.lists([order('AAA')], 1410);
    await openTab();
    await chooseAll();
    expect(hasButton('Select the first 500')).toBe(true);
  });
});

function provider(changed: Record<string, unknown> = {}) {
  const used = [{ category: 'Likes', cost_per_1000: 1.5 }];
  return { id: 'default', priority: 100, enabled: true, balance: 50, currency: 'USD', used, ...changed };
}
