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
    expect(text()).toContain('3 orders chosen');
    await choose(document.querySelector('select[aria-label="Set the status of the chosen orders"]'), 'completed');
    expect(dialog().textContent).toContain('Will happen: 2');
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

  it('D-43: says how many are not completed, and completes them together after another word', async () => {
    const words = 'Order AAA is paid: 1 of 1 link not sent. Complete it all the same?';
    store.on('PATCH *', ({ path, body }) =>
      path.includes('AAA') && !(body as { confirm?: boolean }).confirm
        ? { status: 409, body: { code: 'undelivered', message: words } }
        : { body: { success: true } },
    );
    await openTab();
    await chooseAll();
    await choose(document.querySelector('select[aria-label="Set the status of the chosen orders"]'), 'completed');
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
    expect(dialog().textContent).toContain('Will happen: 2');
    expect(dialog().textContent).toContain('CCCis not paid');
    await click(button('Send 2 links'));
    expect(store.calls('POST /api/admin/orders/AAA/send-post').map(({ body }) => body)).toEqual([
      { postLink: links[0], category: 'Likes', quantity: 5000 },
    ]);
    expect(store.calls('POST /api/admin/orders/CCC/send-post')).toEqual([]);
    expect(dialog().textContent).toContain('2 of 2 done');
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
    await click(field('input[aria-label="Choose order AAA"]'));
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

  it('exports the chosen ones, or all that are found', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href') ?? '');
    });
    store.on('POST /api/admin/orders/export', { body: { path: '/api/admin/orders.csv?ticket=t' } });
    await openTab('&status=paid');
    await click(field('input[aria-label="Choose order BBB"]'));
    await click(button('Export chosen'));
    expect(store.calls('POST /api/admin/orders/export').at(-1)?.body).toEqual({ status: 'paid', ids: ['BBB'] });
    await click(button('Export CSV'));
    expect(store.calls('POST /api/admin/orders/export').at(-1)?.body).toEqual({ status: 'paid' });
    expect(followed).toEqual(['/api/admin/orders.csv?ticket=t', '/api/admin/orders.csv?ticket=t']);
    vi.restoreAllMocks();
  });
});
