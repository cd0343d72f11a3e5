import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { type Answer, button, click, type FakeStore, hasButton, settle, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

const id = 'ABCDEFGH2345';
const linkA = 'https://www.instagram.com/p/aaa/';
const linkB = 'instagram.com/reel/bbb/';
let store: FakeStore;

const order = {
  id,
  customer_email: 'buyer@mail.test',
  customer_username: 'customer',
  amount: 6,
  status: 'paid',
  payment_status: 'paid',
  quantity: 1001,
  category: 'Likes',
  post_links: [linkA, linkB],
  created_at: '2026-03-01T11:00:00.000Z',
};

const sentA = { api_order_id: '23501', category: 'Likes', status: 'sent', post_link: linkA, quantity: 501 };

beforeEach(() => {
  store = signIn();
  store.on(`GET /api/orders/${id}`, { body: order });
  store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
  store.on('GET /api/admin/order-status/23501', { body: { status: 'In progress', remains: 120 } });
});

afterEach(() => {
  setHidden(false);
});

async function open(deliveries?: unknown[]): Promise<void> {
  if (deliveries) store.on(`GET /api/orders/${id}/api-orders`, { body: deliveries });
  await openAdmin(`/admin/orders/${id}`);
}

function panel(title: string): HTMLElement {
  const found = [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
  if (!found) throw new Error(`no panel "${title}"`);
  return found;
}

function row(position: number): HTMLElement {
  const found = panel('Order Details').querySelectorAll('li')[position];
  if (!found) throw new Error(`no row ${position}`);
  return found;
}

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: hidden ? 'hidden' : 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
}

const statusCalls = () => store.calls('GET /api/admin/order-status/23501').length;
const toasts = () => document.querySelector('[aria-label=Notices]')?.textContent ?? '';

describe('what an order costs', () => {
  const cost = { amount: 0.45, currency: 'USD', estimated: true };

  it.each([
    ['an estimate', [{ ...sentA, cost }], 'Estimated cost at the provider $0.45, margin '],
    ['what was charged', [{ ...sentA, cost: { ...cost, estimated: false } }], 'Cost at the provider $0.45, margin '],
  ])('is told as %s, with the margin', async (_name, deliveries, told) => {
    await open(deliveries);
    expect(text()).toContain(told);
  });

  it('is not told where nothing is known, or in another currency', async () => {
    await open([{ ...sentA, cost: { ...cost, currency: 'EUR' } }]);
    expect(text()).not.toContain('margin');
  });
});

describe('a cancel (rule 9)', () => {
  const asked = { kind: 'cancel', state: 'accepted', words: null, requested_by: 'o@s.test', ended_at: null };

  it('is asked for after a question, once, and its history says what became of it', async () => {
    await open([sentA]);
    store.on(`POST /api/admin/orders/${id}/cancel-post`, { body: { success: true } });
    await click(button('Cancel delivery', row(0)));
    expect(store.calls(`POST /api/admin/orders/${id}/cancel-post`)).toEqual([]);
    store.on(`GET /api/orders/${id}/api-orders`, {
      body: [{ ...sentA, requests: [{ ...asked, requested_at: order.created_at }] }],
    });
    await click(button('Ask to cancel'));
    expect(store.calls(`POST /api/admin/orders/${id}/cancel-post`)[0]?.body).toEqual({
      postLink: linkA,
      apiOrderId: '23501',
    });
    expect(toasts()).toContain('Cancel requested');
    expect(row(0).textContent).toContain('Cancel taken by the provider, not done yet. Asked for by o@s.test');
    expect(button('Cancel requested', row(0)).disabled).toBe(true);
  });

  it.each(['Completed', 'Fail', 'failed', 'ERROR'])('is not offered for a link that ended as %s', async (status) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await open([{ ...sentA, live_status: status, remains: 0 }]);
    expect(hasButton('Cancel delivery')).toBe(false);
  });

  it('that the provider refuses is told beside the link', async () => {
    await open([sentA]);
    const message = 'The order cannot be canceled';
    store.on(`POST /api/admin/orders/${id}/cancel-post`, { status: 502, body: { message } });
    await click(button('Cancel delivery', row(0)));
    await click(button('Ask to cancel'));
    expect(toasts()).toContain('Cancel failed');
    expect(row(0).textContent).toContain(message);
  });
});

describe('the panels of an order', () => {
  it('DET-1..6, FMT-1: Order Information shows id, email, username, amount, status and created date', async () => {
    await open();
    const shown = panel('Order Information').textContent;
    for (const value of [id, 'buyer@mail.test', 'customer', '$6.00', 'Paid', formatDate(order.created_at)]) {
      expect(shown).toContain(value);
    }
  });

  it('DET-7..10, A-39: Order Details shows category, quantity and each link with its share and Send', async () => {
    await open();
    expect(panel('Order Details').textContent).toContain('CategoryLikes');
    expect(panel('Order Details').textContent).toContain('1,001');
    expect(row(0).textContent).toContain(linkA);
    expect(row(0).textContent).toContain('501 likes');
    expect(row(1).textContent).toContain('500 likes');
    expect(button('Send', row(0)).disabled).toBe(false);
    expect(hasButton('Refill', row(0))).toBe(false);
  });

  it('links only to https addresses of posts, without handing anything on', async () => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, post_links: [linkB, 'javascript:alert(1)'] } });
    await open();
    const anchor = row(0).querySelector('a');
    expect(anchor?.href).toBe('https://instagram.com/reel/bbb/');
    expect(anchor?.rel).toBe('noopener noreferrer nofollow');
    expect(row(1).textContent).toContain('javascript:alert(1)');
    expect(row(1).querySelector('a')).toBeNull();
  });

  it.each([
    ['none', 'pending', 'This order is not paid'],
    ['refunded', 'failed', 'This order is refunded'],
    ['disputed', 'failed', 'The payment of this order is disputed'],
  ])('A-37: says beforehand that a payment that is %s cannot be sent for', async (paymentStatus, status, sentence) => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: paymentStatus, status } });
    await open();
    expect(panel('Order Details').textContent).toContain(sentence);
  });

  it('A-37: says nothing of the payment where a status set by hand lets it be sent', async () => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: 'none', status: 'processing' } });
    await open();
    expect(panel('Order Details').textContent).not.toContain('refuses');
  });

  it('D-34: says how many of the paid links are to be sent', async () => {
    const delivery = { state: 'sending', links: 2, sent: 1, ended: 0, ordered: 1001, delivered: 0 };
    store.on(`GET /api/orders/${id}`, { body: { ...order, status: 'processing', payment: 'paid', delivery } });
    await open();
    expect(panel('Order Details').textContent).toContain('1 of 2 paid links to send');
    expect(document.querySelector('h1')?.parentElement?.textContent).toContain('1 of 2 links sent');
  });

  it('D-34: a refunded order is told as refunded, and its status stays', async () => {
    store.on(`GET /api/orders/${id}`, {
      body: { ...order, status: 'failed', payment_status: 'refunded', payment: 'refunded' },
    });
    await open();
    expect(panel('Order Information').textContent).toContain('FailedRefunded');
  });

  it('D-43: a status set by hand can be undone on the page, also after a reload', async () => {
    const byHand = { ...order, status: 'completed' };
    const until = new Date(now + 5 * 60_000).toISOString();
    store.on(`GET /api/orders/${id}`, { body: { ...byHand, undo_status: { status: 'paid', until } } });
    store.on(`POST /api/admin/orders/${id}/undo-status`, () => {
      store.on(`GET /api/orders/${id}`, { body: order });
      return { body: { success: true, order } };
    });
    await open();
    expect(text()).toContain('Status set by hand to Completed. Undo, 5 min left');
    await click(button(`Undo the change of order ${id}`));
    expect(text()).not.toContain('Status set by hand');
    expect(toasts()).toContain(`Order #${id} is Paid again`);
  });

  it('DATA-2, DATA-5: reads an old order with text and JSON in it', async () => {
    const old = { ...order, amount: '6.00', post_links: JSON.stringify([linkA]) };
    store.on(`GET /api/orders/${id}`, { body: old });
    await open();
    expect(panel('Order Information').textContent).toContain('$6.00');
    expect(row(0).textContent).toContain(linkA);
  });

  it('DET-15: says Order not found for a missing order', async () => {
    store.on(`GET /api/orders/${id}`, { status: 404, body: { message: 'Order not found' } });
    await open();
    expect(document.querySelector('h1')?.textContent).toBe('Order not found');
    expect(button('All orders').getAttribute('href')).toBe('/admin/orders');
  });

  it('says that the order could not be loaded, and lets try again', async () => {
    store.on(`GET /api/orders/${id}`, { status: 500, body: {} });
    await open();
    await settle(5_000);
    expect(text()).toContain('Network response was not ok');
    store.on(`GET /api/orders/${id}`, { body: order });
    await click(button('Try Again'));
    expect(row(0).textContent).toContain(linkA);
  });

  it('sends nothing before it is known what was sent', async () => {
    store.on(`GET /api/orders/${id}/api-orders`, { status: 500, body: { message: 'Busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain('The provider orders could not be loaded');
    expect(button('Send', row(0)).disabled).toBe(true);
  });
});

describe('sending a link', () => {
  it('DET-11..14, DET-16, DET-20: sends the share once, then shows Sent, the provider order id, status and Refill', async () => {
    store.on(`POST /api/admin/orders/${id}/send-post`, () => {
      store.on(`GET /api/orders/${id}/api-orders`, { body: [sentA] });
      return { body: { success: true, apiOrder: sentA } };
    });
    await open();
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
    await open();
    await click(button('Send', row(0)));
    await click(button('Sending...', row(0)));
    expect(button('Sending...', row(0)).disabled).toBe(true);
    expect(store.calls(`POST /api/admin/orders/${id}/send-post`)).toHaveLength(1);
  });

  it('DET-17, A-37: says that it failed, with the sentence of the store, and keeps Send free', async () => {
    store.on(`POST /api/admin/orders/${id}/send-post`, { status: 409, body: { message: 'Order is not paid' } });
    await open();
    await click(button('Send', row(0)));
    expect(toasts()).toContain('Send failed');
    expect(toasts()).toContain(`Failed to send post link ${linkA}`);
    expect(row(0).querySelector('[role=alert]')?.textContent).toBe('Order is not paid');
    expect(button('Send', row(0)).disabled).toBe(false);
  });

  it('A-40: shows the words of the provider with a failed link, once, and keeps Send free', async () => {
    const failed = { ...sentA, api_order_id: null, status: 'failed', error: 'Not enough funds on balance' };
    store.on(`POST /api/admin/orders/${id}/send-post`, () => {
      store.on(`GET /api/orders/${id}/api-orders`, { body: [failed] });
      return { status: 502, body: { message: 'Not enough funds on balance' } };
    });
    await open();
    await click(button('Send', row(0)));
    expect(row(0).querySelector('[data-tone=red]')?.textContent).toBe('Failed');
    expect(row(0).textContent?.split('Not enough funds on balance')).toHaveLength(2);
    expect(button('Send', row(0)).disabled).toBe(false);
  });

  it('D-20: shows a later refusal beside an old failure', async () => {
    const sentence = 'This post already has an active provider order. Wait until it is completed.';
    store.on(`POST /api/admin/orders/${id}/send-post`, { status: 409, body: { message: sentence } });
    await open([{ ...sentA, api_order_id: null, status: 'failed', error: 'Old words' }]);
    await click(button('Send', row(0)));
    expect(row(0).textContent).toContain('Old words');
    expect(row(0).querySelector('[role=alert]')?.textContent).toBe(sentence);
  });

  it('5.3: asks again soon while a link is being sent elsewhere', async () => {
    await open([{ ...sentA, api_order_id: null, status: 'sending' }]);
    expect(button('Sending...', row(0)).disabled).toBe(true);
    store.on(`GET /api/orders/${id}/api-orders`, { body: [sentA] });
    await settle(5_000);
    expect(button('Sent', row(0)).disabled).toBe(true);
  });
});

describe('the live status', () => {
  it.each([
    ['Completed', 'green'],
    ['Processing', 'blue'],
    ['In progress', 'blue'],
    ['Partial', 'orange'],
    ['Pending', 'yellow'],
    ['Canceled', 'red'],
    ['Cancelled', 'red'],
    ['On hold', 'grey'],
  ])('STATE-10, STATE-11, A-43: %s is shown as returned, in %s', async (status, tone) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await open([sentA]);
    expect(row(0).querySelector(`[data-tone=${tone}]`)?.textContent).toBe(status);
    expect(row(0).textContent).not.toContain('remaining');
  });

  it('STATE-12, STATE-13: shows what remains above 0, renewed every 60 s', async () => {
    await open([sentA]);
    expect(row(0).textContent).toContain('120 remaining');
    store.on('GET /api/admin/order-status/23501', { body: { status: 'In progress', remains: 1000 } });
    await settle(59_000);
    expect(statusCalls()).toBe(1);
    await settle(1_000);
    expect(statusCalls()).toBe(2);
    expect(row(0).textContent).toContain('1,000 remaining');
  });

  it('STATE-14, A-42: is not asked again after a terminal status', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Partial', remains: 20 } });
    await open([sentA]);
    await settle(300_000);
    expect(statusCalls()).toBe(1);
  });

  it('STATE-13: pauses in a hidden tab', async () => {
    await open([sentA]);
    setHidden(true);
    await settle(180_000);
    expect(statusCalls()).toBe(1);
    setHidden(false);
    await settle(60_000);
    expect(statusCalls()).toBe(2);
  });

  it('5.3: keeps the last known status when a poll fails, and asks again in 60 s', async () => {
    await open([{ ...sentA, live_status: 'Pending', remains: 501 }]);
    store.on('GET /api/admin/order-status/23501', { status: 502, body: { message: 'down' } });
    await settle(62_000);
    expect(row(0).textContent).toContain('In progress');
    expect(row(0).textContent).toContain('Could not be renewed');
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Completed', remains: 0 } });
    await settle(62_000);
    expect(row(0).textContent).toContain('Completed');
    expect(row(0).textContent).not.toContain('Could not be renewed');
  });

  it('shows the status that the store knows when the provider cannot be reached', async () => {
    store.on('GET /api/admin/order-status/23501', { status: 502, body: { message: 'down' } });
    await open([{ ...sentA, live_status: 'Pending', remains: 501 }]);
    await settle(5_000);
    expect(row(0).textContent).toContain('Pending');
    expect(row(0).textContent).toContain('501 remaining');
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
    await open([sentA]);
    await click(button('Refill', row(0)));
    expect(store.calls(`POST /api/admin/orders/${id}/refill-post`)[0]?.body).toEqual({
      postLink: linkA,
      apiOrderId: '23501',
    });
    expect(toasts()).toContain('Refill requested successfully');
    expect(row(0).textContent).toContain('Refill requested just now');
    const before = statusCalls();
    await settle(60_000);
    expect(statusCalls()).toBe(before + 1);
  });

  it('DET-19: that fails says so, with the words of the provider', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Completed', remains: 0 } });
    store.on(`POST /api/admin/orders/${id}/refill-post`, { status: 502, body: { message: 'Refill is disabled' } });
    await open([sentA]);
    await click(button('Refill', row(0)));
    expect(toasts()).toContain('Refill failed');
    expect(row(0).querySelector('[role=alert]')?.textContent).toBe('Refill is disabled');
    expect(button('Refill', row(0)).disabled).toBe(false);
  });
});
