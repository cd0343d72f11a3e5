import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, button, click, type FakeStore, hasButton, settle, toasts } from '../testing.tsx';
import {
  id,
  linkA,
  openLinkMenu,
  openOrder,
  order,
  row,
  sentA,
  statusCalls,
  storeWithOrder,
} from './testing-order.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithOrder();
});

describe('sending a link', () => {
  it('DET-11..14, DET-16, DET-20: sends the share once, then shows Sent, the provider order id, status and Refill', async () => {
    store.on(`POST /api/admin/orders/${id}/send-post`, () => {
      store.on(`GET /api/orders/${id}/api-orders`, { body: [sentA] });
      return { body: { success: true, apiOrder: sentA } };
    });
    await openOrder(store);
    await click(button('Send', row(0)));
    expect(store.calls(`POST /api/admin/orders/${id}/send-post`)[0]?.body).toEqual({
      postLink: linkA,
      category: 'Likes',
      quantity: 501,
    });
    expect(toasts()).toContain('Post sent successfully');
    expect(toasts()).toContain(`Post link ${linkA} has been sent to the provider API`);
    expect(button('Sent', row(0)).disabled).toBe(true);
    expect(row(0).textContent).toContain('Provider order 23501');
    await settle(1);
    await settle(1);
    expect(row(0).textContent).toContain('In progress');
    expect(button('Refill', row(0)).disabled).toBe(true);
    expect(row(0).textContent).toContain('No refill yet: the link is still being delivered.');
    expect(button('Send', row(1)).disabled).toBe(false);
  });

  it('cannot be clicked twice while it runs', async () => {
    store.on(`POST /api/admin/orders/${id}/send-post`, () => new Promise<Answer>(() => undefined));
    await openOrder(store);
    await click(button('Send', row(0)));
    await click(button('Sending...', row(0)));
    expect(button('Sending...', row(0)).disabled).toBe(true);
    expect(store.calls(`POST /api/admin/orders/${id}/send-post`)).toHaveLength(1);
  });

  it('DET-17, A-37: says that it failed, with the sentence of the store, and keeps Send free', async () => {
    store.on(`POST /api/admin/orders/${id}/send-post`, { status: 409, body: { message: 'Order is not paid' } });
    await openOrder(store);
    await click(button('Send', row(0)));
    expect(toasts()).toContain('Send failed');
    expect(toasts()).toContain(`Failed to send post link ${linkA}`);
    expect(row(0).querySelector('[role=alert]')?.textContent).toBe('Order is not paid');
    expect(button('Send', row(0)).disabled).toBe(false);
  });

  it.each([
    ['being_sent', 'This link is being sent right now.'],
    ['already_sent', 'This link has already been sent.'],
  ])('D-20: names no failure where another admin sends the same link: %s', async (code, message) => {
    store.on(`POST /api/admin/orders/${id}/send-post`, { status: 409, body: { code, message } });
    await openOrder(store);
    store.on(`GET /api/orders/${id}/api-orders`, { body: [sentA] });
    await click(button('Send', row(0)));
    expect(toasts()).toContain(message);
    expect(toasts()).not.toContain('Send failed');
    await settle(1);
    expect(hasButton('Sent', row(0))).toBe(true);
    expect(row(0).textContent).not.toContain(message);
  });

  it('A-40: shows the words of the provider with a failed link, once, and keeps Send free', async () => {
    const failed = { ...sentA, api_order_id: null, status: 'failed', error: 'Not enough funds on balance' };
    store.on(`POST /api/admin/orders/${id}/send-post`, () => {
      store.on(`GET /api/orders/${id}/api-orders`, { body: [failed] });
      return { status: 502, body: { message: 'Not enough funds on balance' } };
    });
    await openOrder(store);
    await click(button('Send', row(0)));
    expect(row(0).querySelector('[data-tone=red]')?.textContent).toBe('Failed');
    expect(row(0).textContent?.split('Not enough funds on balance')).toHaveLength(2);
    expect(button('Send', row(0)).disabled).toBe(false);
  });

  it('D-20: shows a later refusal beside an old failure', async () => {
    const sentence = 'This post already has an active provider order. Wait until it is completed.';
    store.on(`POST /api/admin/orders/${id}/send-post`, { status: 409, body: { message: sentence } });
    await openOrder(store, [{ ...sentA, api_order_id: null, status: 'failed', error: 'Old words' }]);
    await click(button('Send', row(0)));
    expect(row(0).textContent).toContain('Old words');
    expect(row(0).querySelector('[role=alert]')?.textContent).toBe(sentence);
  });

  it('5.3: asks again soon while a link is being sent elsewhere', async () => {
    await openOrder(store, [{ ...sentA, api_order_id: null, status: 'sending' }]);
    expect(button('Sending...', row(0)).disabled).toBe(true);
    store.on(`GET /api/orders/${id}/api-orders`, { body: [sentA] });
    await settle(5_000);
    expect(button('Sent', row(0)).disabled).toBe(true);
  });
});

describe('a refill', () => {
  it('DET-18, DET-21, A-41: is asked for, and the status is followed again', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Completed', remains: 0 } });
    store.on(`POST /api/admin/orders/${id}/refill-post`, () => {
      const refilled = { ...sentA, refill_id: '1', refill_requested_at: new Date(Date.now()).toISOString() };
      store.on(`GET /api/orders/${id}/api-orders`, { body: [refilled] });
      return { body: { success: true, refillId: '1' } };
    });
    await openOrder(store, [sentA]);
    await click(button('Refill', row(0)));
    expect(store.calls(`POST /api/admin/orders/${id}/refill-post`)[0]?.body).toEqual({
      postLink: linkA,
      apiOrderId: '23501',
    });
    expect(toasts()).toContain('Refill requested successfully');
    expect(row(0).textContent).toContain('Refill requested just now');
    const before = statusCalls(store);
    await settle(60_000);
    expect(statusCalls(store)).toBe(before + 1);
  });

  it('DET-19: that fails says so, with the words of the provider', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Completed', remains: 0 } });
    store.on(`POST /api/admin/orders/${id}/refill-post`, { status: 502, body: { message: 'Refill is disabled' } });
    await openOrder(store, [sentA]);
    await click(button('Refill', row(0)));
    expect(toasts()).toContain('Refill failed');
    expect(row(0).querySelector('[role=alert]')?.textContent).toBe('Refill is disabled');
    expect(button('Refill', row(0)).disabled).toBe(false);
  });
});

describe('a cancel (rule 9)', () => {
  const request = { kind: 'cancel', state: 'accepted', words: null, requested_by: 'o@s.test', ended_at: null };

  it('is asked for after a question, once, and its history says what became of it', async () => {
    await openOrder(store, [sentA]);
    store.on(`POST /api/admin/orders/${id}/cancel-post`, { body: { success: true } });
    await openLinkMenu(1);
    await click(button('Cancel delivery', row(0)));
    expect(store.calls(`POST /api/admin/orders/${id}/cancel-post`)).toEqual([]);
    store.on(`GET /api/orders/${id}/api-orders`, {
      body: [{ ...sentA, requests: [{ ...request, requested_at: order.created_at }] }],
    });
    await click(button('Request cancellation'));
    expect(store.calls(`POST /api/admin/orders/${id}/cancel-post`)[0]?.body).toEqual({
      postLink: linkA,
      apiOrderId: '23501',
    });
    expect(toasts()).toContain('Cancel requested');
    expect(row(0).textContent).toContain('Cancellation accepted by the provider, not done yet. Requested by o@s.test');
    await openLinkMenu(1);
    expect(button('Cancel requested', row(0)).disabled).toBe(true);
  });

  it.each(['Completed', 'Fail', 'failed', 'ERROR'])('is not offered for a link that ended as %s', async (status) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await openOrder(store, [{ ...sentA, live_status: status, remains: 0 }]);
    if (hasButton('More actions for link 1')) await openLinkMenu(1);
    expect(hasButton('Cancel delivery')).toBe(false);
  });

  it('that the provider refuses shows the error beside the link', async () => {
    await openOrder(store, [sentA]);
    const message = 'The order cannot be canceled';
    store.on(`POST /api/admin/orders/${id}/cancel-post`, { status: 502, body: { message } });
    await openLinkMenu(1);
    await click(button('Cancel delivery', row(0)));
    await click(button('Request cancellation'));
    expect(toasts()).toContain('Cancel failed');
    expect(row(0).textContent).toContain(message);
  });
});
