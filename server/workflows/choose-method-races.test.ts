// Gateway rule 9 where two tabs choose at the same moment, each at another process of the store, and where a gateway dies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type MethodSetup,
  startMethodSetup,
  startOtherProcess,
  turnOnStripe,
} from '../../tests/support/method-setup.ts';
import { type Placed, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import type { TestStore } from '../../tests/support/store.ts';
import { transferSteps } from '../../tests/support/transfer-steps.ts';

let setup: MethodSetup;
let other: TestStore;
beforeAll(async () => {
  setup = await startMethodSetup();
  await turnOnStripe(setup.store);
  await transferSteps(() => setup.store).turnOn();
  other = await startOtherProcess(setup);
});
afterAll(async () => {
  await other.stop();
  await setup.stop();
});
beforeEach(async () => {
  await setup.store.control('/gateway/clear', {});
  setup.stripe.meet(null);
});

type Method = 'mpgs' | 'stripe' | 'manual';
const { alertsOf, attemptsOf, confirm, read, rows } = paymentSteps(() => setup.store);
const choose = (at: TestStore, order: Placed, method: Method) =>
  at.visitor.ask('POST /api/bigpay/init-session', { body: { ...sessionBody(order), method } });
const settledTimes = async (id: string) => {
  const sql = `select count(*)::int as times from payment_events
    where order_id = $1 and conclusion in ('captured', 'confirmed')`;
  return (await rows<{ times: number }>(sql, id))[0]?.times;
};
const isOpen = ({ state }: { state: string }) => state === 'open';

/** Every form that a tab has, whichever of them the store still counts as open. */
async function payEach(sessions: readonly (string | undefined)[]): Promise<number> {
  let paid = 0;
  for (const session of new Set(sessions)) {
    if (session?.startsWith('SESSION')) {
      await setup.store.control('/gateway/pay', { sessionId: session, expiry: '01/39' });
      paid += 1;
    } else if (session) {
      const form = setup.stripe.objects.get(session.split('_secret_')[0] ?? '', 'checkout.session');
      if (form?.status !== 'open') continue;
      setup.stripe.objects.pay(form);
      paid += 1;
    }
  }
  return paid;
}

describe('rule 9, S-8: two tabs at two processes', () => {
  const pairs: [Method, Method][] = [
    ['mpgs', 'stripe'],
    ['mpgs', 'manual'],
    ['stripe', 'manual'],
    ['mpgs', 'mpgs'],
    ['stripe', 'stripe'],
    ['manual', 'manual'],
  ];

  test.each(pairs)(
    'choose %s and %s at once: one payment is open, and one settles the order',
    async (first, second) => {
      for (let round = 0; round < 3; round += 1) {
        const order = await placeOrder(setup.store);
        const answers = await Promise.all([choose(setup.store, order, first), choose(other, order, second)]);
        // Refused is only a choice that another one overtook, with a code that the page repeats.
        const refused = answers.filter(({ status }) => status !== 200);
        for (const { status, body } of refused)
          expect([status, body.code]).toEqual([409, first === second ? 'in_flight' : 'method_unavailable']);
        expect((await attemptsOf(order.id)).filter(isOpen)).toHaveLength(1);
        const shown = answers.map(({ body }) => body.sessionId ?? body.manual?.reference);
        if (first === second) expect(new Set(shown).size).toBe(1);
        const paid = await payEach(answers.map(({ body }) => body.sessionId));
        if (paid === 0) expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer' });
        else expect((await confirm(order.id)).status).toBe('success');
        for (const { number } of await attemptsOf(order.id))
          await setup.store.app.jobHandlers.settle_payment({ gatewayOrderId: `${order.id}-${number}` }).catch(() => {});
        await setup.store.drain();
        expect(await settledTimes(order.id)).toBe(Math.min(paid, 1));
        expect(await alertsOf(order.id)).toEqual(Array.from({ length: Math.max(0, paid - 1) }, () => 'second_capture'));
        if (paid > 0) expect((await attemptsOf(order.id)).filter(isOpen)).toEqual([]);
      }
    },
  );

  test.each(['mpgs', 'stripe', 'manual'] as const)(
    'choose %s again and again: it is the same payment',
    async (method) => {
      const order = await placeOrder(setup.store);
      const shown = new Set<string | undefined>();
      for (const at of [setup.store, other, setup.store, other]) {
        const { status, body } = await choose(at, order, method);
        expect(status).toBe(200);
        shown.add(body.sessionId ?? body.manual?.reference);
      }
      expect(shown.size).toBe(1);
      expect(await attemptsOf(order.id)).toMatchObject([{ number: 1, state: 'open' }]);
    },
  );
});

describe('rule 9, D-100: a gateway that dies while its form is open', () => {
  const die = () => setup.store.control('/gateway/fail', { kind: 'busy', times: 0 });
  const revive = async () => {
    await setup.store.control('/gateway/clear', {});
    // It was hidden for a minute.
    setup.store.advance(61_000);
  };

  test('keeps every other way closed, also at another process; a payment before its death pays the order', async () => {
    const order = await placeOrder(setup.store);
    const { body } = await choose(setup.store, order, 'mpgs');
    await payEach([body.sessionId]);
    await die();
    for (const at of [setup.store, other])
      for (const method of ['stripe', 'manual'] as const)
        expect(await choose(at, order, method)).toMatchObject({ status: 502, body: { code: 'gateway_unavailable' } });
    expect(await attemptsOf(order.id)).toMatchObject([{ state: 'open' }]);
    await revive();
    expect(await choose(other, order, 'manual')).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    expect(await settledTimes(order.id)).toBe(1);
  });

  test('gives its unpaid order back when it lives again', async () => {
    const order = await placeOrder(setup.store);
    await choose(other, order, 'mpgs');
    await die();
    expect((await choose(setup.store, order, 'manual')).status).toBe(502);
    await revive();
    expect((await choose(setup.store, order, 'manual')).status).toBe(200);
    expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer' });
  });

  test('between two choices of a transfer loses neither reference nor order', async () => {
    const order = await placeOrder(setup.store);
    const before = (await choose(setup.store, order, 'manual')).body.manual;
    await die();
    expect((await choose(other, order, 'mpgs')).status).toBe(502);
    expect((await choose(setup.store, order, 'manual')).body.manual).toEqual(before);
    await revive();
    expect((await choose(setup.store, order, 'mpgs')).status).toBe(200);
    expect((await attemptsOf(order.id)).filter(isOpen)).toHaveLength(1);
  });
});
