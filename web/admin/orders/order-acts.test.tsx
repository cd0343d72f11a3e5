import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, field, fill, hasButton, settle, text } from '../testing.tsx';
import { now } from '../testing-signed-in.tsx';
import {
  choose,
  dialog,
  menuOf,
  type OrdersRepository,
  openTab,
  order,
  rows,
  statusOf,
  storeWithOrders,
} from './testing-orders.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './orders-tab.tsx';

let store: OrdersRepository;

beforeEach(() => {
  store = storeWithOrders();
});

describe('what is done to one order', () => {
  const patch = 'PATCH /api/admin/orders/AAA/status';
  const undo = 'POST /api/admin/orders/AAA/undo-status';
  const meanwhile = 'Order AAA was changed meanwhile: it is completed by now.';
  const words = 'Order AAA is paid: 4 of 5 links not sent. Complete it all the same?';

  it('ADM-ORD-9..11, ADM-ORD-23: a chosen status is sent, shown at once and confirmed', async () => {
    let finish: () => void = () => {};
    store.on(patch, () => new Promise((resolve) => (finish = () => resolve({ body: { success: true } }))));
    await openTab();
    const select = await statusOf('AAA');
    expect(select.getAttribute('aria-label')).toBe('Status of order AAA');
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

  it('ADM-ORD-24: a refusal shows an error, and the row shows the actual status', async () => {
    store.on(patch, { status: 500, body: {} });
    await openTab();
    await choose(await statusOf('AAA'), 'failed');
    expect(text()).toContain('Status update failed');
    expect(text()).toContain('There was a problem updating the order status');
    expect((await statusOf('AAA')).value).toBe('paid');
  });

  it('is undone by the store, whatever it was before', async () => {
    store.on(patch, { body: { success: true } });
    store.on(undo, { body: { success: true, order: order('AAA') } });
    await openTab();
    await choose(await statusOf('AAA'), 'failed');
    await click(button('Undo'));
    expect(store.calls(undo)).toHaveLength(1);
    expect(store.calls(patch)).toHaveLength(1);
    expect(text()).toContain('Order #AAA is Paid again');
  });

  it('says until when it can be undone, also after the page was loaded anew, and does it', async () => {
    const until = new Date(now + 8 * 60_000).toISOString();
    store.lists([order('AAA', { status: 'completed', undo_status: { status: 'paid', until } })], 1);
    store.on(undo, () => {
      store.lists([order('AAA', { undo_status: null })], 1);
      return { body: { success: true, order: order('AAA') } };
    });
    await openTab();
    const menu = await menuOf('AAA');
    expect(menu.textContent).toContain('Status changed manually to Completed. Undo, 8 min left');
    await click(button('Undo the change of order AAA'));
    expect(store.calls(undo)).toHaveLength(1);
    expect(text()).not.toContain('set by hand');
  });

  it('does not offer an expired undo, and shows an error where it came too late', async () => {
    const until = new Date(now + 30_000).toISOString();
    store.lists([order('AAA', { status: 'completed', undo_status: { status: 'paid', until } })], 1);
    const message = 'The last change of this status can no longer be undone.';
    store.on(undo, { status: 409, body: { code: 'undo_expired', message } });
    await openTab();
    await menuOf('AAA');
    await click(button('Undo the change of order AAA'));
    expect(text()).toContain(`Too late to undo${message}`);
    await settle(60_000);
    expect(hasButton('Undo the change of order AAA')).toBe(false);
  });

  it('what somebody else changed meanwhile is shown, and overwritten only after another word', async () => {
    store.on(patch, { status: 409, body: { code: 'conflict', message: meanwhile } });
    await openTab();
    store.lists([order('AAA', { status: 'completed' })], 1);
    const select = await statusOf('AAA');
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
    await menuOf('BBB');
    expect(hasButton('View order BBB')).toBe(true);
    expect(hasButton('Complete order BBB')).toBe(false);
    await menuOf('AAA');
    await click(button('Complete order AAA'));
    expect(store.calls(patch).at(-1)?.body).toEqual({ status: 'completed', expected: 'paid' });
    await menuOf('AAA');
    await click(button('View order AAA'));
    expect(location.pathname).toBe('/admin/orders/AAA');
  });

  it('D-43: a paid order of which not all is delivered is completed only after another word', async () => {
    store.on(patch, { status: 409, body: { code: 'undelivered', message: words } });
    await openTab();
    await menuOf('AAA');
    await click(button('Complete order AAA'));
    expect(dialog().textContent).toContain(words);
    expect(text()).not.toContain('Status update failed');
    expect((await statusOf('AAA')).value).toBe('paid');
    await click(button('Keep it open'));
    expect(dialog()).toBeNull();
    expect(store.calls(patch)).toHaveLength(1);
    await choose(await statusOf('AAA'), 'completed');
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

    it('the order is fetched again, and a change that happened is shown as done', async () => {
      store.on('GET /api/orders/AAA', { body: order('AAA', { status: 'failed' }) });
      store.on(
        patch,
        lose(() => store.lists([order('AAA', { status: 'failed' })], 1)),
      );
      await openTab();
      await choose(await statusOf('AAA'), 'failed');
      expect(text()).toContain('Only the response of the store was lost.');
      expect(text()).toContain('Order #AAA status changed to Failed');
      expect(text()).not.toContain('Status update failed');
      expect((await statusOf('AAA')).value).toBe('failed');
    });

    it('a change that did not happen is shown as failed only after several checks', async () => {
      store.on('GET /api/orders/AAA', { body: order('AAA') });
      store.on(patch, lose());
      await openTab();
      await choose(await statusOf('AAA'), 'failed');
      expect(text()).toContain('No response. Checking the result...');
      expect(text()).not.toContain('Status update failed');
      await settle(2_000);
      await settle(5_000);
      await settle(1);
      expect(text()).toContain('Not done');
      expect(text()).toContain('Status update failed');
      expect((await statusOf('AAA')).value).toBe('paid');
    });

    it('nothing is shown as failed while the store is unreachable too', async () => {
      store.on('GET /api/orders/AAA', lose());
      store.on(patch, lose());
      await openTab();
      await choose(await statusOf('AAA'), 'failed');
      await settle(2_000);
      await settle(5_000);
      expect(text()).toContain('No response: the request may have been completed.');
      expect(text()).not.toContain('Status update failed');
    });

    it('a deleted order is gone', async () => {
      store.on('GET /api/orders/AAA', { status: 404, body: { code: 'order_not_found' } });
      store.on(
        'DELETE /api/orders/AAA',
        lose(() => store.lists([], 0)),
      );
      await openTab();
      await menuOf('AAA');
      await click(button('Delete order AAA'));
      await click(button('Delete', dialog()));
      expect(text()).toContain('Order #AAA has been deleted successfully');
      expect(dialog()).toBeNull();
    });
  });

  it('ADM-ORD-19..21: asks first; declined, nothing is sent; confirmed, the order is gone', async () => {
    store.on('DELETE /api/orders/AAA', { body: { success: true, id: 'AAA' } });
    await openTab();
    await menuOf('AAA');
    await click(button('Delete order AAA'));
    expect(dialog().textContent).toContain('Are you sure you want to delete this order? This action cannot be undone.');
    await click(button('Cancel', dialog()));
    expect(store.calls('DELETE /api/orders/AAA')).toEqual([]);
    expect(dialog()).toBeNull();
    await menuOf('AAA');
    await click(button('Delete order AAA'));
    store.lists([], 0);
    await click(button('Delete', dialog()));
    expect(text()).toContain('Order deleted');
    expect(text()).toContain('Order #AAA has been deleted successfully');
    expect(rows()).toEqual([]);
  });

  it('ADM-ORD-22: a failed delete shows an error', async () => {
    store.on('DELETE /api/orders/AAA', { status: 500, body: {} });
    await openTab();
    await menuOf('AAA');
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
    await menuOf('AAA');
    await click(button('Delete order AAA'));
    await click(button('Delete', dialog()));
    expect(text()).not.toContain('Delete failed');
    await fill(field('input[type=password]'), 'secret');
    await click(button('Continue'));
    expect(text()).toContain('Order deleted');
  });
});
