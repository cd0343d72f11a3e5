import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, button, click, field, fill, hasButton, settle, text } from '../testing.tsx';
import { now } from '../testing-signed-in.tsx';
import { choose, dialog, links, type OrdersStore, openTab, order, rows, storeWithOrders } from './testing-orders.tsx';
// Loaded when looked at: known before, so that fake timers need not wait for a file.
import './orders-tab.tsx';

let store: OrdersStore;

beforeEach(() => {
  store = storeWithOrders();
});

describe('what is done to one order', () => {
  const patch = 'PATCH /api/admin/orders/AAA/status';
  const undo = 'POST /api/admin/orders/AAA/undo-status';
  const meanwhile = 'Order AAA was changed meanwhile: it is completed by now.';
  const words = 'Order AAA is paid: 4 of 5 links not sent. Complete it all the same?';
  const statusOf = (id: string) =>
    document.querySelector(`select[aria-label="Status of order ${id}"]`) as HTMLSelectElement;

  it('ADM-ORD-9..11, ADM-ORD-23: a chosen status is sent, shown at once and told', async () => {
    let finish: () => void = () => {};
    store.on(patch, () => new Promise((resolve) => (finish = () => resolve({ body: { success: true } }))));
    await openTab();
    const select = document.querySelector('select[aria-label="Status of order AAA"]') as HTMLSelectElement;
    const options = [...select.options].filter((option) => !option.disabled).map((option) => option.textContent);
    expect(options).toEqual(['Pending', 'Processing', 'Completed', 'Failed']);
    await choose(select, 'processing');
    expect(select.value).toBe('processing');
    store.lists([order('AAA', { status: 'processing' })], 1);
    finish();
    await settle();
    expect(store.calls(patch).at(-1)?.body).toEqual({ status: 'processing', expected: 'paid' });
    expect(text()).toContain('Status updated');
    expect(text()).toContain('Order #AAA status changed to Processing');
  });

  it('ADM-ORD-24: a refusal is told, and the row says what is true', async () => {
    store.on(patch, { status: 500, body: {} });
    await openTab();
    await choose(document.querySelector('select[aria-label="Status of order AAA"]'), 'failed');
    expect(text()).toContain('Status update failed');
    expect(text()).toContain('There was a problem updating the order status');
    expect((document.querySelector('select[aria-label="Status of order AAA"]') as HTMLSelectElement).value).toBe(
      'paid',
    );
  });

  it('is undone by the store, whatever it was before', async () => {
    store.on(patch, { body: { success: true } });
    store.on(undo, { body: { success: true, order: order('AAA') } });
    await openTab();
    await choose(statusOf('AAA'), 'failed');
    await click(button('Undo'));
    expect(store.calls(undo)).toHaveLength(1);
    expect(store.calls(patch)).toHaveLength(1);
    expect(text()).toContain('Order #AAA is Paid again');
  });

  it('says until when it can be undone, also after the page was loaded anew, and does it', async () => {
    const until = new Date(now + 7.5 * 60_000).toISOString();
    store.lists([order('AAA', { status: 'completed', undo_status: { status: 'paid', until } })], 1);
    store.on(undo, () => {
      store.lists([order('AAA', { undo_status: null })], 1);
      return { body: { success: true, order: order('AAA') } };
    });
    await openTab();
    expect(rows()[0]?.textContent).toContain('Set by hand. Undo, 8 min left');
    await click(button('Undo the change of order AAA'));
    expect(store.calls(undo)).toHaveLength(1);
    expect(text()).not.toContain('Set by hand');
  });

  it('does not offer an undo whose time is over, and tells where it came too late', async () => {
    const until = new Date(now + 30_000).toISOString();
    store.lists([order('AAA', { status: 'completed', undo_status: { status: 'paid', until } })], 1);
    const message = 'The last change of this status can no longer be undone.';
    store.on(undo, { status: 409, body: { code: 'undo_expired', message } });
    await openTab();
    await click(button('Undo the change of order AAA'));
    expect(text()).toContain(`Too late to undo${message}`);
    await settle(60_000);
    expect(hasButton('Undo the change of order AAA')).toBe(false);
  });

  it('what somebody else changed meanwhile is shown, and overwritten only after another word', async () => {
    store.on(patch, { status: 409, body: { code: 'conflict', message: meanwhile } });
    await openTab();
    store.lists([order('AAA', { status: 'completed' })], 1);
    const select = statusOf('AAA');
    await choose(select, 'failed');
    expect(text()).toContain(meanwhile);
    expect(text()).not.toContain('Status update failed');
    expect(select.value).toBe('completed');
    store.on(patch, { body: { success: true } });
    await click(button('Set to Failed'));
    expect(store.calls(patch).map(({ body }) => body)).toEqual([
      { status: 'failed', expected: 'paid' },
      { status: 'failed' },
    ]);
  });

  it('ADM-ORD-16..18: View leads to the order; Complete completes it, and is not there for a completed one', async () => {
    store.lists([order('AAA'), order('BBB', { status: 'Completed' })], 2);
    store.on(patch, { body: { success: true } });
    await openTab();
    expect(hasButton('Complete order BBB')).toBe(false);
    await click(button('Complete order AAA'));
    expect(store.calls(patch).at(-1)?.body).toEqual({ status: 'completed', expected: 'paid' });
    await click(button('View order AAA'));
    expect(location.pathname).toBe('/admin/orders/AAA');
  });

  it('D-43: a paid order of which not all is delivered is completed only after another word', async () => {
    store.on(patch, { status: 409, body: { code: 'undelivered', message: words } });
    await openTab();
    await click(button('Complete order AAA'));
    expect(dialog().textContent).toContain(words);
    expect(text()).not.toContain('Status update failed');
    expect(statusOf('AAA').value).toBe('paid');
    await click(button('Keep it open'));
    expect(dialog()).toBeNull();
    expect(store.calls(patch)).toHaveLength(1);
    await choose(statusOf('AAA'), 'completed');
    store.on(patch, { body: { success: true } });
    await click(button('Complete anyway'));
    expect(store.calls(patch).at(-1)?.body).toEqual({ status: 'completed', expected: 'paid', confirm: true });
    expect(dialog()).toBeNull();
    expect(text()).toContain('Order #AAA status changed to Completed');
    expect(hasButton('Undo')).toBe(true);
  });

  describe('where the answer was lost', () => {
    const lose = (then?: () => void) => () => {
      then?.();
      throw new TypeError('Failed to fetch');
    };

    it('the order is looked at again, and what happened is told as done', async () => {
      store.on('GET /api/orders/AAA', { body: order('AAA', { status: 'failed' }) });
      store.on(
        patch,
        lose(() => store.lists([order('AAA', { status: 'failed' })], 1)),
      );
      await openTab();
      await choose(statusOf('AAA'), 'failed');
      expect(text()).toContain('It happened');
      expect(text()).toContain('Order #AAA status changed to Failed');
      expect(text()).not.toContain('Status update failed');
      expect(statusOf('AAA').value).toBe('failed');
    });

    it('what did not happen is told as failed only after looking for a while', async () => {
      store.on('GET /api/orders/AAA', { body: order('AAA') });
      store.on(patch, lose());
      await openTab();
      await choose(statusOf('AAA'), 'failed');
      expect(text()).toContain('It may have happened. Looking again...');
      expect(text()).not.toContain('Status update failed');
      await settle(2_000);
      await settle(5_000);
      await settle(1);
      expect(text()).toContain('It did not happen');
      expect(text()).toContain('Status update failed');
      expect(statusOf('AAA').value).toBe('paid');
    });

    it('nothing is told as failed where the store cannot be reached either', async () => {
      store.on('GET /api/orders/AAA', lose());
      store.on(patch, lose());
      await openTab();
      await choose(statusOf('AAA'), 'failed');
      await settle(2_000);
      await settle(5_000);
      expect(text()).toContain('It may have happened: the answer was lost.');
      expect(text()).not.toContain('Status update failed');
    });

    it('a deleted order is gone', async () => {
      store.on('GET /api/orders/AAA', { status: 404, body: { code: 'order_not_found' } });
      store.on(
        'DELETE /api/orders/AAA',
        lose(() => store.lists([], 0)),
      );
      await openTab();
      await click(button('Delete order AAA'));
      await click(button('Delete', dialog()));
      expect(text()).toContain('Order #AAA has been deleted successfully');
      expect(dialog()).toBeNull();
    });
  });

  it('ADM-ORD-19..21: asks first; declined, nothing is sent; confirmed, the order is gone', async () => {
    store.on('DELETE /api/orders/AAA', { body: { success: true, id: 'AAA' } });
    await openTab();
    await click(button('Delete order AAA'));
    expect(dialog().textContent).toContain('Are you sure you want to delete this order? This action cannot be undone.');
    await click(button('Cancel', dialog()));
    expect(store.calls('DELETE /api/orders/AAA')).toEqual([]);
    expect(dialog()).toBeNull();
    await click(button('Delete order AAA'));
    store.lists([], 0);
    await click(button('Delete', dialog()));
    expect(text()).toContain('Order deleted');
    expect(text()).toContain('Order #AAA has been deleted successfully');
    expect(rows()).toEqual([]);
  });

  it('ADM-ORD-22: a failed delete is told', async () => {
    store.on('DELETE /api/orders/AAA', { status: 500, body: {} });
    await openTab();
    await click(button('Delete order AAA'));
    await click(button('Delete', dialog()));
    expect(text()).toContain('Delete failed');
    expect(text()).toContain('There was a problem deleting the order');
  });

  it('D-30: asks for the password where the store does, and goes on', async () => {
    let proved = false;
    store.on('DELETE /api/orders/AAA', () =>
      proved ? { body: { success: true, id: 'AAA' } } : { status: 403, body: { message: 'x', code: 'step_up' } },
    );
    store.on('POST /api/admin/step-up', () => {
      proved = true;
      return { body: { success: true } };
    });
    await openTab();
    await click(button('Delete order AAA'));
    await click(button('Delete', dialog()));
    expect(text()).not.toContain('Delete failed');
    await fill(field('input[type=password]'), 'secret');
    await click(button('Go on'));
    expect(text()).toContain('Order deleted');
  });
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

  it('tells what will happen to each before a status is set, then does it one by one', async () => {
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

  it('A-37: a sending goes on in its dialog, and tells its failures, when its order leaves the list', async () => {
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
