import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const id = 'ABCDEFGH2345';
const link = 'https://www.instagram.com/p/aaa/';
const settleCall = `POST /api/admin/orders/${id}/settle-post`;
const unknown = { api_order_id: null, category: 'Likes', status: 'unknown', post_link: link, quantity: 500 };
let store: FakeStore;
let leave: Awaited<ReturnType<typeof openAdmin>>;

beforeEach(async () => {
  store = signIn();
  store.on(`GET /api/orders/${id}`, {
    body: {
      id,
      amount: 3,
      status: 'paid',
      payment_status: 'paid',
      quantity: 500,
      category: 'Likes',
      post_links: [link],
    },
  });
  store.on(`GET /api/orders/${id}/api-orders`, { body: [unknown] });
  store.on('GET /api/admin/order-status/777', { body: { status: 'Pending', remains: 500 } });
  leave = await openAdmin(`/admin/orders/${id}`);
});

const row = () => document.querySelector('main li') as HTMLElement;
const dialog = () => document.querySelector('dialog');

/** The fake store responds to the resolution with this provider order and returns it afterwards. */
function settlesTo(apiOrder: Record<string, unknown>): void {
  store.on(settleCall, () => {
    store.on(`GET /api/orders/${id}/api-orders`, { body: [apiOrder] });
    return { body: { success: true, apiOrder } };
  });
}

describe('a send whose outcome is unknown', () => {
  it('D-17, A-40: shows a destructive badge, says what happened, and cannot be sent', () => {
    expect(row().querySelector('[data-tone=red]')?.textContent).toBe('Unknown result');
    expect(row().textContent).toContain('The result of the last send is unknown');
    expect(button('Send', row()).disabled).toBe(true);
    const described = button('Send', row()).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toContain('is unknown');
  });

  it('D-17: is settled as placed under the provider order id, after a confirmation', async () => {
    settlesTo({ ...unknown, status: 'sent', api_order_id: '777' });
    await click(button('Mark as placed', row()));
    expect(store.calls(settleCall)).toHaveLength(0);
    expect(button('Mark as placed', dialog() ?? undefined).disabled).toBe(true);
    await fill(field('dialog input'), ' 777 ');
    await click(button('Mark as placed', dialog() ?? undefined));
    expect(store.calls(settleCall)[0]?.body).toEqual({ postLink: link, outcome: 'placed', apiOrderId: '777' });
    expect(dialog()).toBeNull();
    expect(button('Sent', row()).disabled).toBe(true);
    expect(row().textContent).toContain('Provider order 777');
  });

  it('D-17: is settled as not placed, after a confirmation, and Send is free again', async () => {
    settlesTo({ ...unknown, status: 'failed', error: null });
    await click(button('Mark as not placed', row()));
    expect(dialog()?.textContent).toContain('costs twice');
    await click(button('Mark as not placed', dialog() ?? undefined));
    expect(store.calls(settleCall)[0]?.body).toEqual({ postLink: link, outcome: 'not_placed' });
    expect(dialog()).toBeNull();
    expect(button('Send', row()).disabled).toBe(false);
    expect(hasButton('Mark as placed', row())).toBe(false);
  });

  it('is left as it is when the confirmation is declined', async () => {
    await click(button('Mark as not placed', row()));
    await click(button('Cancel'));
    expect(dialog()).toBeNull();
    expect(store.calls(settleCall)).toHaveLength(0);
  });

  it('shows the sentence of a refusal in the dialog, which stays', async () => {
    store.on(settleCall, { status: 409, body: { message: 'This is not possible in the current state.' } });
    await click(button('Mark as not placed', row()));
    await click(button('Mark as not placed', dialog() ?? undefined));
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('This is not possible in the current state.');
  });
});

describe('a sent link whose order the provider does not know', () => {
  const denied = { ...unknown, status: 'sent', api_order_id: '777', error: 'Incorrect order ID', live_status: null };

  it('says so, and takes what the admin found', async () => {
    store.on(`GET /api/orders/${id}/api-orders`, { body: [denied] });
    await leave();
    await openAdmin(`/admin/orders/${id}`);
    expect(row().textContent).toContain('has no order for this link ("Incorrect order ID")');
    settlesTo({ ...denied, status: 'failed', error: null });
    await click(button('Mark as not placed', row()));
    await click(button('Mark as not placed', dialog() ?? undefined));
    expect(store.calls(settleCall)[0]?.body).toEqual({ postLink: link, outcome: 'not_placed' });
    expect(button('Send', row()).disabled).toBe(false);
  });

  it('is nothing to settle once it was seen', async () => {
    store.on(`GET /api/orders/${id}/api-orders`, { body: [{ ...denied, live_status: 'In progress' }] });
    await leave();
    await openAdmin(`/admin/orders/${id}`);
    expect(hasButton('Mark as not placed', row())).toBe(false);
  });
});
