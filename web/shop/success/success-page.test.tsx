import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../api.ts';
import { type Call, click, draw, fakeApi, pageData, setTabVisible } from '../../testing.tsx';
import { keepOrderEmail, takeEmailToTrack } from '../order-email.ts';
import { pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import { viewOf } from './order-view.ts';
import SuccessIsland from './success-island.tsx';

const confirm = 'POST /api/orders/{id}/confirm-payment';
const read = 'GET /api/orders/{id}';
const order = (more: Record<string, unknown> = {}) => ({
  id: 'ABCDEFGH1234',
  status: 'pending',
  payment_status: 'session',
  quantity: 10_000,
  category: 'Likes',
  amount: 48,
  refunded_amount: 0,
  created_at: '2026-11-20T15:07:00Z',
  ...more,
});
const paid = order({ status: 'paid', payment_status: 'paid' });
const delivery = (state: string, more: Record<string, unknown> = {}) => ({
  state,
  links: 2,
  sent: 2,
  ended: 0,
  ordered: 10_000,
  delivered: 0,
  ...more,
});

async function open(answers: Record<string, (call: Call) => unknown>, query = '?orderId=ABCDEFGH1234') {
  window.history.replaceState(null, '', `/success${query}`);
  const fake = fakeApi({
    [confirm]: () => ({ status: 'pending', order: order() }),
    [read]: () => order(),
    ...answers,
  });
  const screen = draw(
    pageOf(pageData('success'), <SuccessIsland lang="en" texts={textsOf('en').success} api={fake.api} />),
  );
  // In development React runs effects twice; what counts here starts after that.
  await wait(0);
  return { ...fake, ...screen, view: () => screen.one('[data-view]').dataset.view, reads: () => fake.to(read).length };
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(async () => {
  await setTabVisible(true);
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

describe('which state is shown', () => {
  it.each([
    ['RES-3: completed', { status: 'completed' }, 'completed'],
    ['RES-2: capital letters', { status: 'COMPLETED' }, 'completed'],
    ['RES-3: failed', { status: 'Failed' }, 'failed'],
    ['RES-3, A-26: paid without payment_status stays pending as written', { status: 'paid' }, 'pending'],
    ['RES-3: processing without payment_status', { status: 'processing' }, 'pending'],
    ['A-26: paid', { status: 'paid', payment_status: 'paid' }, 'completed'],
    ['A-26: paid and in delivery', { status: 'processing', payment_status: 'paid' }, 'completed'],
    ['A-26: payment failed', { status: 'pending', payment_status: 'failed' }, 'failed'],
    ['A-26: still paying', { status: 'pending', payment_status: 'session' }, 'pending'],
    ['A-29, A-30: expired', { status: 'failed', payment_status: 'expired' }, 'failed'],
    ['RES-3: an unknown status', { status: 'odd' }, 'pending'],
  ])('%s', (_, given, view) => {
    expect(viewOf(given)).toBe(view);
  });
});

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
    const asked = to(confirm).length;
    await wait(60_000);
    expect(to(confirm)).toHaveLength(asked);
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
    expect(text()).not.toContain('Create Another Order');
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

  it('RES-2: a status in capital letters is told as what it is, in the words too', async () => {
    const said = async (status: string) => {
      const { text, unmount } = await open({ [confirm]: () => ({ order: order({ status, payment_status: 'paid' }) }) });
      const all = text();
      unmount();
      return all;
    };
    expect(await said('COMPLETED')).toContain('All your likes are delivered.');
    expect(await said('Processing')).toContain('Your likes are on their way.');
    expect(await said('Paid')).toContain("We'll start delivering your likes now.");
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
});

describe('D-34: what is said of the payment, and what comes next', () => {
  const of = (payment: string, more: Record<string, unknown> = {}) =>
    order({ payment, delivery: delivery('none', { sent: 0 }), ...more });
  const openWith = (answer: unknown) =>
    open({ [confirm]: () => ({ status: 'pending', order: answer }), [read]: () => answer });
  const closed = { status: 'failed', payment_status: 'expired' };

  it.each([
    ['unpaid', of('unpaid'), 'This order is not paid yet', 'Pay now'],
    ['expired and still open', of('expired', { payment_status: 'expired' }), 'The time to pay ran out', 'Pay now'],
    ['declined', of('declined'), 'Your card was declined', 'Try another card'],
    [
      'declined three times',
      of('declined', { payment_status: 'expired' }),
      'Your card was declined',
      'Try another card',
    ],
  ])('%s: can be paid from here, and nothing spins', async (_, answer, title, action) => {
    const { one, link, text, all } = await openWith(answer);
    expect(one('h1').textContent).toBe(title);
    expect(text()).toContain('Nothing was charged.');
    expect(link(action).getAttribute('href')).toBe('/checkout?orderId=ABCDEFGH1234');
    expect(all('.animate-spin, .waiting')).toEqual([]);
  });

  it.each([
    ['declined', of('declined', closed), 'Your card was declined'],
    ['never paid', of('expired', closed), 'This order was not paid in time'],
  ])(
    'RES-8, RES-9: %s and closed: nothing is paid from here, nothing spins, nothing is asked',
    async (_, answer, title) => {
      const { one, link, text, all, calls } = await openWith(answer);
      expect(one('h1').textContent).toBe(title);
      expect(link('Try Again').getAttribute('href')).toBe('/');
      expect(text()).not.toMatch(/Pay now|Try another card|Awaiting/);
      expect(all('.animate-spin, .waiting')).toEqual([]);
      const made = calls.length;
      await wait(60_000);
      expect(calls).toHaveLength(made);
    },
  );

  it.each([
    ['refunded', 'This order was refunded'],
    ['disputed', 'This payment is disputed'],
  ])('%s', async (payment, title) => {
    const { one, all } = await openWith(of(payment, { status: 'failed', payment_status: payment }));
    expect(one('h1').textContent).toBe(title);
    expect(all('.animate-spin, .waiting')).toEqual([]);
  });

  it('a confirming payment leads nowhere where it could be paid twice, and after two minutes says so', async () => {
    const { one, text, link, to } = await openWith(of('confirming'));
    expect(one('h1').textContent).toBe('Confirming your payment');
    expect(text()).not.toMatch(/Create Another Order|Pay now|Don't pay again/);
    expect(link('Track Your Order').getAttribute('href')).toBe('/client');
    await wait(119_000);
    expect(text()).not.toContain("Don't pay again.");
    await wait(3_000);
    expect(text()).toContain("Don't pay again.");
    expect(link('Contact Support').getAttribute('href')).toBe('/contact');
    expect(text()).not.toContain('Create Another Order');
    // The gateway is asked again, within the limit of 20 a minute.
    expect(to(confirm).length).toBeGreaterThan(5);
    expect(to(confirm).length).toBeLessThan(12);
  });

  it('a payment that was pending and is declined later is called declined', async () => {
    let answer = of('confirming');
    const { one } = await open({ [confirm]: () => ({ status: 'pending', order: answer }), [read]: () => answer });
    await wait(30_000);
    answer = of('declined');
    await wait(3_000);
    expect(one('h1').textContent).toBe('Your card was declined');
  });

  it('whoever comes from a finished form is not asked to pay again while the store cannot be asked', async () => {
    const { one, text } = await open(
      {
        [confirm]: () => {
          throw new ApiError(503, {});
        },
        [read]: () => of('unpaid'),
      },
      '?orderId=AB&resultIndicator=IND',
    );
    expect(one('h1').textContent).toBe('Confirming your payment');
    expect(text()).not.toContain('Pay now');
  });

  it.each([
    ['sending', { sent: 1 }, 'Your likes are on their way to 1 of 2 posts. The rest follows.'],
    ['in_progress', { delivered: 3_800 }, 'Your likes are on their way: 3,800 of 10,000 so far.'],
    [
      'partial',
      { delivered: 8_800, ended: 2 },
      '8,800 of 10,000 likes were delivered. 1,200 are missing. We are checking it',
    ],
    ['partial', { delivered: undefined, ended: 2 }, 'Some of your likes were not delivered. We are checking it'],
    ['not_delivered', { ended: 2 }, 'None of your likes were delivered. We are checking it'],
  ])('delivery %s %j', async (state, more, said) => {
    const { text } = await openWith(
      order({ status: 'processing', payment_status: 'paid', payment: 'paid', delivery: delivery(state, more) }),
    );
    expect(text()).toContain(said);
  });

  it('a part that went back is said, also of a delivery that is complete', async () => {
    const complete = delivery('completed', { delivered: 10_000 });
    const fields = { status: 'completed', payment_status: 'paid', payment: 'partly_refunded', delivery: complete };
    const { text } = await openWith(order(fields));
    expect(text()).toContain('All your likes are delivered. A part of the amount was refunded.');
  });

  it('an order that ended short says that nothing more comes', async () => {
    const short = delivery('partial', { delivered: 8_800, ended: 2 });
    const fields = { status: 'completed', payment_status: 'paid', payment: 'paid', delivery: short };
    const { text, calls } = await openWith(order(fields));
    expect(text()).toContain('Nothing more will be delivered.');
    expect(text()).toContain('Delivered: incomplete');
    const made = calls.length;
    await wait(60_000);
    expect(calls).toHaveLength(made);
  });

  it('hands the email that this tab ordered with to the tracking, off the address', async () => {
    keepOrderEmail('ABCDEFGH1234', 'me@example.com');
    const { link } = await openWith(paid);
    const track = link('Track Your Order');
    track.addEventListener('click', (event) => event.preventDefault());
    await click(track);
    expect(track.getAttribute('href')).toBe('/client');
    expect(takeEmailToTrack()).toBe('me@example.com');
    expect(takeEmailToTrack()).toBeNull();
  });
});
