// Steps of tests of failing payments, and the outcome of an order, in a money set-up that starts later.
import type { Fate, MoneySetup } from './money-setup.ts';
import { openSession, type Placed, placeOrder, sessionBody } from './orders.ts';
import type { TestStore } from './store.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export const paidOnce: Fate = {
  status: 'paid',
  payment: 'paid',
  refundedCents: 0,
  captured: 1,
  mails: ['order_paid'],
  alerts: [],
};
export const waiting: Fate = {
  ...paidOnce,
  status: 'pending',
  payment: 'session',
  captured: 0,
  mails: ['order_received'],
};

export function paymentFaultSteps(setupOf: () => MoneySetup) {
  let buyers = 0;
  // Each by another buyer: the store sends an address one such email an hour.
  function buy(): Promise<Placed> {
    buyers += 1;
    return placeOrder(setupOf().mortal, { email: `buyer${buyers}@example.com` });
  }
  async function opened(): Promise<Placed> {
    const order = await buy();
    await openSession(setupOf().mortal, order);
    return order;
  }
  const at = ({ id }: Placed, attempt = 1) => `${id}-${attempt}`;
  const confirm = async ({ id }: Placed, store: TestStore = setupOf().mortal) =>
    (await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} })).status;
  return {
    buy,
    opened,
    at,
    confirm,
    pay: (order: Placed, expiry = '01/39') => setupOf().control('/gateway/pay', { orderId: at(order), expiry }),
    init: (order: Placed) =>
      setupOf().mortal.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) }),
    fateOf: ({ id }: Placed) => setupOf().fateOf(id),
    notified: async () => {
      await setupOf().control('/gateway/deliver', {});
      await setupOf().mortal.drain();
    },
    /** What the buyer's pages are given. */
    shownStates: async (order: Placed) => {
      const { id } = order;
      const { payment_status } = await setupOf().mortal.visitor.call('GET /api/orders/{id}', { params: { id } });
      return `${await confirm(order)}, ${payment_status}`;
    },
    /** After each test: nothing goes wrong any more, and the money is right. */
    mended: async () => {
      const setup = setupOf();
      await setup.control('/gateway/clear', {});
      setup.skewGateway(0);
      setup.notices.passOnly(() => true);
      return setup.differences();
    },
  };
}
