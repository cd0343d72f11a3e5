import { describe, expect, it, vi } from 'vitest';
import type { OrderPage } from '../../../contract/order-page.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { click, setTabVisible } from '../../testing.tsx';
import { orderStates, paidOrder, transferOrder } from '../order/testing-orders.tsx';
import { saveOrderKey } from '../order-email.ts';
import { fakeBrowser, wait } from '../testing.tsx';
import { confirm, delivery, open, order, paid, read } from './testing.tsx';

fakeBrowser();

const readPage = 'GET /api/orders/{id}/page';

describe('the page', () => {
  it('A-24: asks for the confirmation of the named order, with the indicator of the return', async () => {
    const { to, view } = await open(
      { [confirm]: () => ({ status: 'success', order: paid }) },
      '?orderId=AB&resultIndicator=IND',
    );
    expect(to(confirm).at(-1)?.input).toEqual({ params: { id: 'AB' }, body: { resultIndicator: 'IND' } });
    expect(view()).toBe('completed');
  });

  it('RES-10: a second question mark of a gateway is not part of the order id', async () => {
    const { to } = await open({}, '?orderId=AB?resultIndicator=IND&sessionVersion=1');
    expect(to(confirm).at(-1)?.input).toEqual({ params: { id: 'AB' }, body: { resultIndicator: 'IND' } });
  });

  it('RES-1, RES-6, RES-7: a paid order shows what happens next and the two links', async () => {
    const { link, text } = await open({ [confirm]: () => ({ status: 'success', order: paid }) });
    expect(text()).toContain('#ABCDEFGH1234');
    expect(text()).toContain('$48.00');
    expect(link('Track Your Order').getAttribute('href')).toBe('/client');
    expect(link('Create Another Order').getAttribute('href')).toBe('/');
  });

  it('S-3: links to the receipt for whoever comes from the payment, also when it was confirmed late', async () => {
    let answer: Record<string, unknown> = { status: 'pending', order: order() };
    const { link, all, to } = await open(
      { [confirm]: () => answer, [read]: () => paid },
      '?orderId=AB&resultIndicator=IND',
    );
    expect(all('a[href^="/receipt/"]')).toEqual([]);
    answer = { status: 'success', order: paid, receipt_path: '/receipt/AB/key' };
    await wait(3000);
    expect(link('Receipt').getAttribute('href')).toBe('/receipt/AB/key');
    const callCount = to(confirm).length;
    await wait(60_000);
    expect(to(confirm)).toHaveLength(callCount);
  });

  it('leads to the page of the order for whoever comes from the payment, and for the tab that ordered', async () => {
    const fromPayment = await open({
      [confirm]: () => ({ status: 'success', order: paid, order_path: `/order/${paid.id}/key` }),
    });
    expect(fromPayment.link('View your order').getAttribute('href')).toBe(`/order/${paid.id}/key`);
    fromPayment.unmount();
    const stranger = await open({ [confirm]: () => ({ status: 'success', order: paid }) });
    expect(stranger.all('a[href*="/order/"]')).toEqual([]);
    stranger.unmount();
    saveOrderKey(paid.id, 'tab-key');
    for (const answer of [
      { status: 'success', order: paid },
      { status: 'pending', order: order() },
      { status: 'failed', order: order({ status: 'failed', payment_status: 'failed' }) },
    ]) {
      const ownTab = await open({ [confirm]: () => answer });
      expect(ownTab.link('View your order').getAttribute('href')).toBe(`/order/${paid.id}/tab-key`);
      ownTab.unmount();
    }
  });

  it('a paid order is shown without the receipt when nobody says where it is', async () => {
    const { view, all } = await open(
      {
        [confirm]: () => {
          throw new NetworkError('offline');
        },
        [read]: () => paid,
      },
      '?orderId=AB&resultIndicator=IND',
    );
    expect(view()).toBe('completed');
    expect(all('a[href^="/receipt/"]')).toEqual([]);
  });

  it('RES-6, RES-8, RES-9: a failed order offers another try, support and the way to its orders', async () => {
    const failed = order({ status: 'failed', payment_status: 'failed' });
    const { link, view, text } = await open({ [confirm]: () => ({ status: 'failed', order: failed }) });
    expect(view()).toBe('failed');
    expect(link('Try Again').getAttribute('href')).toBe('/');
    expect(link('Contact Support').getAttribute('href')).toBe('/contact');
    expect(link('Track Your Order').getAttribute('href')).toBe('/client');
    expect(text()).toContain('Create Another Order');
  });

  it('RES-7: a refunded order is not to be tried again, but another one can be made', async () => {
    const refunded = order({ status: 'failed', payment_status: 'refunded' });
    const { link, text } = await open({ [confirm]: () => ({ status: 'failed', order: refunded }) });
    expect(link('Create Another Order').getAttribute('href')).toBe('/');
    expect(link('Contact Support').getAttribute('href')).toBe('/contact');
    expect(text()).not.toContain('Try Again');
  });

  it('RES-9: a disputed payment did go through, and is not to be tried again', async () => {
    const disputed = order({ status: 'failed', payment_status: 'disputed' });
    const { link, text } = await open({ [confirm]: () => ({ status: 'failed', order: disputed }) });
    expect(text()).toContain('This payment is disputed');
    expect(text()).not.toMatch(/was not paid|Try Again/);
    expect(link('Contact Support').getAttribute('href')).toBe('/contact');
  });

  it('D-35: without proof a disputed order is shown as before the dispute', async () => {
    const seen = order({
      status: 'processing',
      payment_status: 'disputed',
      payment: 'paid',
      delivery: delivery('sending'),
    });
    const { view, text } = await open({ [confirm]: () => ({ status: 'success', order: seen }) });
    expect(view()).toBe('completed');
    expect(text()).toContain('Payment received. Thank you!');
    expect(text()).not.toMatch(/disput|bank|Confirming/i);
  });

  it('D-35: sends the key of this tab with every call, so that the buyer sees the state', async () => {
    saveOrderKey('ABCDEFGH1234', 'tab-key');
    const { calls } = await open({ [confirm]: () => ({ status: 'pending', order: order() }) });
    await wait(10_000);
    expect(calls.length).toBeGreaterThan(1);
    for (const { headers } of calls) expect(headers).toEqual({ 'order-key': 'ABCDEFGH1234.tab-key' });
  });

  it('RES-2: a status in capital letters is recognized, in the text too', async () => {
    const textFor = async (status: string) => {
      const { text, unmount } = await open({ [confirm]: () => ({ order: order({ status, payment_status: 'paid' }) }) });
      const all = text();
      unmount();
      return all;
    };
    expect(await textFor('COMPLETED')).toContain('All your likes are delivered.');
    expect(await textFor('Processing')).toContain('Your likes are on their way.');
    expect(await textFor('Paid')).toContain('Your likes are next in the queue.');
  });

  it.each([
    ['paid', 'pending'],
    ['Completed', 'completed'],
    ['FAILED', 'failed'],
  ])('A-26, A-36: an answer that says nothing but the status %s is enough', async (status, shown) => {
    const { view, text } = await open({ [confirm]: () => ({ status: 'success' }), [read]: () => ({ status }) });
    expect(view()).toBe(shown);
    expect(text()).toContain('#ABCDEFGH1234');
    expect(text()).not.toMatch(/undefined|NaN|null/);
  });

  it.each([
    ['in_progress', 0, false],
    ['in_progress', 400, true],
    ['partial', 400, true],
    ['not_delivered', 0, true],
    ['completed', 10_000, true],
  ])('names the source of a count: %s with %i delivered', async (state, delivered, isNamed) => {
    const of = { status: 'processing', payment: 'paid', payment_status: 'paid' };
    const shown = order({ ...of, delivery: delivery(state, { delivered }) });
    const { text } = await open({ [confirm]: () => ({ status: 'paid', order: shown }), [read]: () => shown });
    expect(text().includes('Counts are reported by our delivery partner.')).toBe(isNamed);
  });

  it('RES-4, D-48: polls every 3 s while pending, goes on once it is paid, and stops when it is delivered', async () => {
    let answer = order();
    const { reads, view, text } = await open({ [read]: () => answer });
    expect(view()).toBe('pending');
    await wait(2999);
    expect(reads()).toBe(0);
    await wait(1);
    expect(reads()).toBe(1);
    await wait(3000);
    expect(reads()).toBe(2);
    answer = paid;
    await wait(3000);
    expect(view()).toBe('completed');
    expect(text()).toContain('Sent: next');
    answer = order({
      status: 'processing',
      payment: 'paid',
      payment_status: 'paid',
      delivery: delivery('in_progress'),
    });
    await wait(3000);
    expect(text()).toContain('Sent: done');
    answer = order({ status: 'completed', payment: 'paid', payment_status: 'paid', delivery: delivery('completed') });
    await wait(3000);
    expect(text()).toContain('Delivered: done');
    expect(text()).toContain('All your likes are delivered.');
    const last = reads();
    await wait(60_000);
    expect(reads()).toBe(last);
  });

  it('A-27: pauses in a hidden tab and looks at once on its return', async () => {
    const { reads } = await open({});
    await setTabVisible(false);
    await wait(30_000);
    expect(reads()).toBe(0);
    await setTabVisible(true);
    await wait(0);
    expect(reads()).toBe(1);
  });

  it('A-27: slows down to 15 s after 10 minutes', async () => {
    const { reads } = await open({});
    await wait(600_000);
    const early = reads();
    expect(early).toBeGreaterThanOrEqual(199);
    await wait(60_000);
    expect(reads() - early).toBeLessThanOrEqual(5);
    expect(reads() - early).toBeGreaterThanOrEqual(4);
  });

  it('A-27: goes on after a lost connection', async () => {
    let online = false;
    const { view } = await open({
      [confirm]: () => {
        throw new NetworkError('offline');
      },
      [read]: () => {
        if (!online) throw new NetworkError('offline');
        return paid;
      },
    });
    expect(view()).toBe('pending');
    online = true;
    await wait(3000);
    expect(view()).toBe('completed');
  });

  it('A-27: an unknown order says so, with the two links, and stops', async () => {
    const missing = () => {
      throw new ApiError(404, { message: 'Order not found' });
    };
    const { text, link, calls } = await open({ [confirm]: missing, [read]: missing });
    expect(text()).toContain('Order not found');
    expect(link('Track Your Order').getAttribute('href')).toBe('/client');
    const made = calls.length;
    await wait(60_000);
    expect(calls).toHaveLength(made);
  });

  it('RES-10, A-27: without an orderId nothing is asked', async () => {
    const { calls, view, link } = await open({}, '');
    await wait(60_000);
    expect(calls).toEqual([]);
    expect(view()).toBe('neutral');
    expect(link('Create Another Order').getAttribute('href')).toBe('/');
  });

  it('A-27: stops on leaving the page', async () => {
    const { reads, unmount } = await open({});
    unmount();
    await wait(60_000);
    expect(reads()).toBe(0);
  });

  it('RES-5, A-28: the order in progress is reset', async () => {
    sessionStorage.setItem('orderInProgress', '{"category":"Views"}');
    await open({});
    expect(sessionStorage.getItem('orderInProgress')).toBeNull();
  });

  it('RES-8: after a failed payment, Try Again restores what was typed, without the placed order', async () => {
    const typed = { category: 'Views', quantity: 5_000, email: 'me@example.com', posts: ['instagram.com/p/One/'] };
    const placed = { content: 'c', idempotencyKey: 'k', orderId: 'ABCDEFGH1234', orderKey: 'secret' };
    sessionStorage.setItem('orderInProgress', JSON.stringify({ ...typed, placed }));
    const failed = order({ status: 'failed', payment_status: 'failed' });
    const { link } = await open({ [confirm]: () => ({ status: 'failed', order: failed }) });
    expect(sessionStorage.getItem('orderInProgress')).toBeNull();
    const again = link('Try Again');
    again.addEventListener('click', (event) => event.preventDefault());
    await click(again);
    expect(JSON.parse(sessionStorage.getItem('orderInProgress') ?? '')).toEqual(typed);
  });

  it('shows the bar and the links of a paid order as its page does, live, for the tab that ordered', async () => {
    saveOrderKey(paidOrder.id, 'tab-key');
    let now: OrderPage = orderStates.delivering;
    const { one, all, text, to } = await open(
      { [confirm]: () => ({ status: 'success', order: now }), [readPage]: () => now },
      `?orderId=${paidOrder.id}`,
    );
    await vi.waitFor(() => expect(all('section[aria-labelledby=posts] li')).toHaveLength(3), 20_000);
    expect(one<HTMLProgressElement>('progress.order-bar')).toMatchObject({ max: 2_500, value: 1_356 });
    expect(text()).toContain('We could not start on 1 of 3 posts and are looking into it.');
    expect(to(readPage)[0]?.headers).toEqual({ 'order-key': `${paidOrder.id}.tab-key` });
    now = orderStates.delivered;
    await wait(3_000);
    expect(one<HTMLProgressElement>('progress.order-bar').value).toBe(2_500);
    expect(text()).toContain('All your likes are delivered.');
  });

  it('D-101: shows how to pay to the tab that chose a transfer, and hides it once another way was chosen', async () => {
    saveOrderKey(transferOrder.id, 'tab-key');
    let now: OrderPage = transferOrder;
    const { text, to, link } = await open(
      { [confirm]: () => ({ status: 'pending', order: now }), [read]: () => now, [readPage]: () => now },
      `?orderId=${transferOrder.id}`,
    );
    await vi.waitFor(() => expect(text()).toContain('Send $15.00 to account 123456-7.'), 20_000);
    expect(text()).toContain('Waiting for your transfer');
    expect(to(readPage)[0]?.headers).toEqual({ 'order-key': `${transferOrder.id}.tab-key` });
    expect(link('Pay another way')).toBeDefined();
    now = orderStates.unpaid;
    await wait(10_000);
    expect(text()).not.toContain('Send $15.00 to account 123456-7.');
  });

  it.each([
    ['confirming', order({ payment: 'confirming' })],
    ['paid', paid],
    ['short', order({ status: 'processing', payment_status: 'paid', delivery: delivery('partial', { delivered: 9 }) })],
    ['failed', order({ status: 'failed', payment_status: 'failed' })],
    ['refunded', order({ status: 'failed', payment_status: 'refunded' })],
  ])('RES-6, RES-7: %s has both links and one main button', async (_, answer) => {
    saveOrderKey('ABCDEFGH1234', 'tab-key');
    const { link, all } = await open({ [confirm]: () => ({ status: 'pending', order: answer }), [read]: () => answer });
    expect(link('Track Your Order').getAttribute('href')).toBe('/client');
    expect(link('Create Another Order').getAttribute('href')).toBe('/');
    expect(all('[data-view] a.bg-brand')).toHaveLength(1);
  });
});
