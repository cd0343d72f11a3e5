import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api.ts';
import { click } from '../../testing.tsx';
import { readEmailForTracking, saveOrderEmail } from '../order-email.ts';
import { fakeBrowser, wait } from '../testing.tsx';
import { confirm, delivery, open, order, paid, read } from './testing.tsx';

fakeBrowser();

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
    const { one, all, text, link, to } = await openWith(of('confirming'));
    expect(one('h1').textContent).toBe('Confirming your payment');
    expect(text()).not.toContain('Pay now');
    // RES-7: the way to another order stands last, behind the warning.
    expect(text()).toMatch(/Don't pay again\..*Create Another Order/);
    expect(all('[data-view] a').at(-1)?.textContent).toBe('Create Another Order');
    expect(link('Track Your Order').getAttribute('href')).toBe('/client');
    await wait(119_000);
    expect(text()).not.toContain('longer than usual');
    await wait(3_000);
    expect(text()).toContain("Don't pay again. Confirming takes longer than usual.");
    expect(link('Contact Support').getAttribute('href')).toBe('/contact');
    expect(all('[data-view] a').at(-1)?.textContent).toBe('Create Another Order');
    // The page checks the gateway repeatedly, within the limit of 20 calls a minute.
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
    ['sending', { sent: 1 }, 'Your order was sent to our delivery partner. Your likes start soon.'],
    ['in_progress', { delivered: 3_800 }, 'Your likes are on their way: 3,800 of 10,000 so far.'],
    [
      'partial',
      { delivered: 8_800, ended: 2 },
      '8,800 of 10,000 likes were delivered. 1,200 missing: we are checking.',
    ],
    ['partial', { delivered: undefined, ended: 2 }, 'A part is missing: we are checking.'],
    ['not_delivered', { ended: 2 }, 'None of your likes were delivered. 10,000 missing: we are checking.'],
  ])('delivery %s %j', async (state, more, shown) => {
    const { text } = await openWith(
      order({ status: 'processing', payment_status: 'paid', payment: 'paid', delivery: delivery(state, more) }),
    );
    expect(text()).toContain(shown);
  });

  it('a part that went back is said, also of a delivery that is complete', async () => {
    const complete = delivery('completed', { delivered: 10_000 });
    const fields = { status: 'completed', payment_status: 'paid', payment: 'partly_refunded', delivery: complete };
    const { text } = await openWith(order(fields));
    expect(text()).toContain('All your likes are delivered. A part of the amount was refunded.');
  });

  it('shows an ended order with a missing part as closed', async () => {
    const short = delivery('partial', { delivered: 8_800, ended: 2 });
    const fields = { status: 'completed', payment_status: 'paid', payment: 'paid', delivery: short };
    const { text, calls } = await openWith(order(fields));
    expect(text()).toContain('1,200 missing: we closed this.');
    expect(text()).toContain('Delivered: incomplete');
    const made = calls.length;
    await wait(60_000);
    expect(calls).toHaveLength(made);
  });

  it('hands the email that this tab ordered with to the tracking, off the address', async () => {
    saveOrderEmail('ABCDEFGH1234', 'me@example.com');
    const { link } = await openWith(paid);
    const track = link('Track Your Order');
    track.addEventListener('click', (event) => event.preventDefault());
    await click(track);
    expect(track.getAttribute('href')).toBe('/client');
    expect(readEmailForTracking()).toBe('me@example.com');
    expect(readEmailForTracking()).toBeNull();
  });
});
