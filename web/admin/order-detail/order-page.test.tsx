import { beforeEach, describe, expect, it } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { button, click, type FakeStore, hasButton, settle, text, toasts } from '../testing.tsx';
import { now } from '../testing-signed-in.tsx';
import { id, linkA, linkB, openOrder, order, panel, row, sentA, storeWithOrder } from './testing-order.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithOrder();
});

describe('what an order costs', () => {
  const cost = { amount: 0.45, currency: 'USD', estimated: true };

  it.each([
    ['an estimate', true, 'completed', 'Estimated cost at the provider $0.45', false],
    ['what was charged so far', false, 'in_progress', 'Cost at the provider $0.45', false],
    ['what was charged', false, 'completed', 'Cost at the provider $0.45, margin ', true],
  ])('is shown as %s, with the margin only once it is known', async (_name, estimated, state, shown, hasMargin) => {
    const delivery = { state, links: 1, sent: 1, ended: 1, ordered: 501, delivered: 501 };
    store.on(`GET /api/orders/${id}`, { body: { ...order, payment: 'paid', delivery } });
    await openOrder(store, [{ ...sentA, cost: { ...cost, estimated } }]);
    expect(text()).toContain(shown);
    expect(text().includes('margin')).toBe(hasMargin);
  });

  it('is not shown where no cost is recorded, or in another currency', async () => {
    await openOrder(store, [{ ...sentA, cost: { ...cost, currency: 'EUR' } }]);
    expect(text()).not.toContain('margin');
  });
});

describe('the panels of an order', () => {
  it('D-94: an order of a browser that asks not to be tracked has the word for it', async () => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, source: { source: 'withheld' } } });
    await openOrder(store);
    expect(panel('Order Information').textContent).toContain('SourceWithheld');
  });

  it('D-94: shows where the visit came from', async () => {
    const source = { source: 'newsletter', medium: 'email', campaign: 'spring', landing: '/about' };
    store.on(`GET /api/orders/${id}`, { body: { ...order, source } });
    await openOrder(store);
    expect(panel('Order Information').textContent).toContain(
      'Sourcenewsletter / emailCampaign: springFirst page: About',
    );
  });

  it('DET-1..6, FMT-1: Order Information shows id, email, username, amount, status and created date', async () => {
    await openOrder(store);
    const shown = panel('Order Information').textContent;
    for (const value of [id, 'buyer@mail.test', 'customer', '$6.00', 'Paid', formatDate(order.created_at)]) {
      expect(shown).toContain(value);
    }
  });

  it('DET-7..10, A-39: Order Details shows category, quantity and each link with its share and Send', async () => {
    await openOrder(store);
    expect(panel('Order Details').textContent).toContain('CategoryLikes');
    expect(panel('Order Details').textContent).toContain('1,001');
    expect(row(0).textContent).toContain(linkA);
    expect(row(0).textContent).toContain('501 likes');
    expect(row(1).textContent).toContain('500 likes');
    expect(button('Send', row(0)).disabled).toBe(false);
    expect(hasButton('Refill', row(0))).toBe(false);
  });

  it('D-91: a link of which the buyer requested another one names it, and is not sent by mistake', async () => {
    const requested = { position: 1, new_link: 'https://www.instagram.com/p/ccc/', subject: `${id} 1` };
    store.on(`GET /api/orders/${id}`, { body: { ...order, link_requests: [requested] } });
    await openOrder(store);
    expect(row(1).textContent).toContain('The buyer requested another link: https://www.instagram.com/p/ccc/.');
    expect(button('Send', row(1)).disabled).toBe(true);
    expect(button('Send', row(0)).disabled).toBe(false);
    const cure = [...row(1).querySelectorAll('a')].find((one) => one.textContent === 'Use or decline it');
    expect(cure?.getAttribute('href')).toBe(`/admin?item=link_requested&subject=${id}+1`);
  });

  it('says below the links once who reports their counts, and only when one was sent', async () => {
    const sentence = 'Status and counts are reported by the provider.';
    await openOrder(store, [sentA, { ...sentA, api_order_id: '23502', post_link: linkB }]);
    expect(panel('Order Details').textContent?.split(sentence)).toHaveLength(2);
  });

  it('D-20: counts what each provider delivered of a link whose rest was moved', async () => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, delivered_before: [300, 100] } });
    store.on('GET /api/admin/order-status/23501', { body: { status: 'In progress', remains: 81 } });
    await openOrder(store, [{ ...sentA, quantity: 201, live_status: 'In progress', remains: 201 }]);
    expect(row(0).textContent).toContain('420 of 501 likes');
    expect(row(0).textContent).toContain('81 remaining');
    expect(row(0).querySelector('[style]')?.getAttribute('style')).toContain('83%');
    expect(row(1).textContent).toContain('100 of 500 likes');
  });

  it('says nothing about counts before a link was sent', async () => {
    await openOrder(store, [{ ...sentA, api_order_id: null, status: 'failed' }]);
    expect(panel('Order Details').textContent).not.toContain('reported by the provider');
  });

  it('links only to https addresses of posts, without handing anything on', async () => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, post_links: [linkB, 'javascript:alert(1)'] } });
    await openOrder(store);
    const anchor = row(0).querySelector('a');
    expect(anchor?.href).toBe('https://instagram.com/reel/bbb/');
    expect(anchor?.rel).toBe('noopener noreferrer nofollow');
    expect(row(1).textContent).toContain('javascript:alert(1)');
    expect(row(1).querySelector('a')).toBeNull();
  });

  it.each([
    ['none', 'pending', 'This order is not paid'],
    ['none', 'processing', 'This order is not paid'],
    ['failed', 'completed', 'This order is not paid'],
    ['refunded', 'failed', 'This order is refunded'],
    ['disputed', 'failed', 'This order has a disputed payment'],
  ])(
    'A-37, D-41: says beforehand that a payment that is %s cannot be sent for',
    async (paymentStatus, status, sentence) => {
      store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: paymentStatus, status } });
      await openOrder(store);
      expect(panel('Order Details').textContent).toContain(sentence);
      // Refunded and disputed orders are not sent.
      const isGone = paymentStatus === 'refunded' || paymentStatus === 'disputed';
      expect(button('Send', row(0)).disabled).toBe(isGone);
    },
  );

  it('D-34: says how many of the paid links are to be sent', async () => {
    const delivery = { state: 'sending', links: 2, sent: 1, ended: 0, ordered: 1001, delivered: 0 };
    store.on(`GET /api/orders/${id}`, { body: { ...order, status: 'processing', payment: 'paid', delivery } });
    await openOrder(store, [sentA]);
    expect(panel('Order Details').textContent).toContain('1 of 2 paid links to send');
    expect(document.querySelector('h1')?.parentElement?.textContent).toContain('1 of 2 links sent');
  });

  it('D-17: a send with an unknown result is not to be sent', async () => {
    const delivery = { state: 'sending', links: 2, sent: 1, ended: 0, ordered: 1001, delivered: 0 };
    store.on(`GET /api/orders/${id}`, { body: { ...order, status: 'processing', payment: 'paid', delivery } });
    await openOrder(store, [sentA, { category: 'Likes', status: 'unknown', post_link: linkB, quantity: 500 }]);
    expect(panel('Order Details').textContent).toContain('Mark as placed');
    expect(panel('Order Details').textContent).not.toContain('to send');
  });

  it.each([
    ['refund_open', 'This order has a refund in progress: the store does not send its links.'],
    ['refunded', 'This order has a refund for its undelivered part: the store does not send its links.'],
  ])('A-37, rule 11: offers no send where the store refuses it (%s)', async (barrier, why) => {
    const delivery = { state: 'to_send', links: 2, sent: 0, ended: 0, ordered: 1001 };
    store.on(`GET /api/orders/${id}`, { body: { ...order, payment: 'paid', delivery, send_barrier: barrier } });
    await openOrder(store);
    expect(panel('Order Details').textContent).toContain(why);
    expect(panel('Order Details').textContent).not.toContain('to send');
    expect(button('Send', row(0)).disabled).toBe(true);
  });

  it('D-56: a paused order says until when, offers no send, and is resumed', async () => {
    const delivery = { state: 'to_send', links: 2, sent: 0, ended: 0, ordered: 1001 };
    const paused = { payment: 'paid', delivery, send_barrier: 'paused', sending_paused_until: '2026-12-01T06:35:00Z' };
    store.on(`GET /api/orders/${id}`, { body: { ...order, ...paused } });
    store.on(`POST /api/admin/orders/${id}/resume-sending`, { body: { success: true, order: { ...order } } });
    await openOrder(store);
    const shown = panel('Order Details').textContent;
    expect(shown).toMatch(/Sending paused until Dec 1, 2026 .+, by the customer\./);
    expect(shown).not.toContain('to send');
    expect(shown).not.toContain('the store does not send its links');
    expect(button('Send', row(0)).disabled).toBe(true);
    await click(button('Resume sending'));
    expect(toasts()).toContain('Sending resumed');
  });

  it('D-34: a refunded order is shown as refunded, and its status stays', async () => {
    store.on(`GET /api/orders/${id}`, {
      body: { ...order, status: 'failed', payment_status: 'refunded', payment: 'refunded' },
    });
    await openOrder(store);
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
    await openOrder(store);
    expect(text()).toContain('Status changed manually to Completed. Undo, 5 min left');
    await click(button(`Undo the change of order ${id}`));
    expect(text()).not.toContain('Status changed manually');
    expect(toasts()).toContain(`Order #${id} is Paid again`);
  });

  it('DATA-2, DATA-5: reads an old order with text and JSON in it', async () => {
    const old = { ...order, amount: '6.00', post_links: JSON.stringify([linkA]) };
    store.on(`GET /api/orders/${id}`, { body: old });
    await openOrder(store);
    expect(panel('Order Information').textContent).toContain('$6.00');
    expect(row(0).textContent).toContain(linkA);
  });

  it('DET-15: says Order not found for a missing order', async () => {
    store.on(`GET /api/orders/${id}`, { status: 404, body: { message: 'Order not found' } });
    await openOrder(store);
    expect(document.querySelector('h1')?.textContent).toBe('Order not found');
    expect(button('All orders').getAttribute('href')).toBe('/admin/orders');
  });

  it('says that the order could not be loaded, and lets try again', async () => {
    store.on(`GET /api/orders/${id}`, { status: 500, body: {} });
    await openOrder(store);
    await settle(5_000);
    expect(text()).toContain('Network response was not ok');
    store.on(`GET /api/orders/${id}`, { body: order });
    await click(button('Try Again'));
    expect(row(0).textContent).toContain(linkA);
  });

  it('sends nothing before it is known what was sent', async () => {
    store.on(`GET /api/orders/${id}/api-orders`, { status: 500, body: { message: 'Busy.' } });
    await openOrder(store);
    await settle(5_000);
    expect(text()).toContain("Couldn't load the provider orders");
    expect(button('Send', row(0)).disabled).toBe(true);
  });
});
