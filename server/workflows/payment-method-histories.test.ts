// Random histories of orders that are paid by two gateways: however often the buyer changes the method, at most one payment
// settles an order, and every other one is reported. More and others than the usual ones:
// MONEY_HISTORIES=1000 MONEY_SEED=7 npm run money:histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type MethodSetup,
  startMethodSetup,
  startOtherProcess,
  turnOnStripe,
} from '../../tests/support/method-setup.ts';
import { type Placed, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { owner, type TestStore } from '../../tests/support/store.ts';
import { verifyMoney } from '../modules/payments/ledger-check.ts';

const runs = Number(process.env.MONEY_HISTORIES ?? 6);
const seed = Number(process.env.MONEY_SEED ?? 1);

type Method = 'mpgs' | 'stripe';
type Act =
  | { does: 'open'; method: Method }
  /** Two tabs, each at another process. */
  | { does: 'open both' }
  | { does: 'pay'; form: number; isGood: boolean }
  /** The gateway has no result yet, and has one later. */
  | { does: 'pend'; form: number; isUnclear: boolean }
  | { does: 'finish'; isGood: boolean }
  | { does: 'return' | 'sweep' | 'vouch' | 'expire' }
  /** One gateway fails, or does so while the other one opens a form. */
  | { does: 'fail'; method: Method; operation: 'session' | 'retrieve'; opens: Method };

const method = fc.constantFrom<Method>('mpgs', 'stripe');
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('open' as const), method }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('open both' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('pay' as const), form: fc.nat(3), isGood: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('pend' as const), form: fc.nat(1), isUnclear: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('finish' as const), isGood: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('return', 'sweep') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('vouch', 'expire') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('fail' as const),
      method,
      opens: method,
      operation: fc.constantFrom<'session' | 'retrieve'>('session', 'retrieve'),
    }),
  },
);

const pend = { does: 'pend', form: 0, isUnclear: false } as const;
/** Run before the random ones: a pending payment in the form, or in one that was superseded, while another one is chosen. */
const examples: [Act[]][] = [
  [[{ does: 'open', method: 'mpgs' }, pend, { does: 'open', method: 'stripe' }, { does: 'finish', isGood: true }]],
  [[{ does: 'open', method: 'stripe' }, pend, { does: 'open', method: 'mpgs' }, { does: 'finish', isGood: false }]],
  [
    [
      { does: 'open', method: 'mpgs' },
      { does: 'open', method: 'stripe' },
      { ...pend, form: 1 },
      { does: 'expire' },
      { does: 'open', method: 'mpgs' },
      { does: 'open both' },
    ],
  ],
];

let setup: MethodSetup;
/** Another process of the store, at the same gateways. */
let other: TestStore;
beforeAll(async () => {
  setup = await startMethodSetup();
  await turnOnStripe(setup.store);
  other = await startOtherProcess(setup);
});
afterAll(async () => {
  await other.stop();
  await setup.stop();
});

test(
  `gateway rule 9, D-100: ${runs} histories over two gateways settle each order once, and report every second capture`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 14, size: 'max' }), async (acts) => {
        const order = await placeOrder(setup.store);
        for (const one of acts) await perform(one, order);
        await settle(order);
        expect(await untruthsOf(order)).toEqual([]);
      }),
      { numRuns: runs + examples.length, seed, examples },
    );
    const lines: string[] = [];
    await verifyMoney(setup.store.db.database, (line) => lines.push(line));
    expect(lines.slice(0, -1)).toEqual([]);
  },
  60_000 + runs * 5_000,
);

type Attempt = { number: number; gateway: Method; gateway_order_id: string; state: string; session_id: string | null };

async function rows<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await setup.store.db.database.pool.query(sql, values)).rows as T[];
}

function attemptsOf({ id }: Placed): Promise<Attempt[]> {
  return rows<Attempt>('select * from payment_attempts where order_id = $1 order by number', id);
}

async function perform(one: Act, order: Placed): Promise<void> {
  const { store, stripe } = setup;
  const ask = async (chosen: Method, at = store) => {
    const body = { ...sessionBody(order), method: chosen };
    const { status } = await at.visitor.ask('POST /api/bigpay/init-session', { body });
    if (status === 500) throw new Error(`The store failed at ${JSON.stringify(one)}.`);
  };
  const open = async (...asked: [Method, TestStore?][]) => {
    const before = await attemptsOf(order);
    const isPaid = (await Promise.all(before.map(hasMoney))).includes(true);
    const isPending = (await Promise.all(before.map(hasPending))).includes(true);
    await Promise.all(asked.map(([chosen, at]) => ask(chosen, at)));
    const isAnother = (await attemptsOf(order)).length > before.length;
    if (isPaid && isAnother) throw new Error('Another form was opened for an order that was paid.');
    if (isPending && isAnother) throw new Error('Another form was opened beside a pending payment.');
  };
  switch (one.does) {
    case 'open':
      await open([one.method]);
      break;
    case 'open both':
      await open(['mpgs'], ['stripe', other]);
      break;
    case 'pay': {
      const attempt = (await attemptsOf(order)).at(-1 - one.form);
      if (attempt) await pay(attempt, one.isGood);
      break;
    }
    case 'pend': {
      const attempt = (await attemptsOf(order)).at(-1 - one.form);
      if (attempt) await leavePending(attempt, one.isUnclear);
      break;
    }
    case 'finish':
      for (const attempt of await attemptsOf(order)) await finish(attempt, one.isGood);
      break;
    case 'return':
      await Promise.all(
        [store, other].map(({ visitor }) =>
          visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} }),
        ),
      );
      break;
    case 'sweep':
      await sweep(order);
      break;
    case 'vouch': {
      // The clock moves on: no session lasts for all histories.
      const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
      await store.as(token).ask('POST /api/orders/{id}/confirm-payment', {
        params: { id: order.id },
        body: { manual: true, note: 'bank 17' },
      });
      break;
    }
    case 'expire':
      for (const attempt of await attemptsOf(order)) await expire(attempt);
      break;
    case 'fail':
      if (one.method === 'mpgs') await store.control('/gateway/fail', { kind: 'busy', operation: one.operation });
      else stripe.meet('busy', one.operation === 'session' ? 'POST' : 'GET');
      await open([one.opens]);
      stripe.meet(null);
      await store.control('/gateway/clear', {});
      // A gateway that did not answer is hidden for a minute.
      store.advance(61_000);
      break;
  }
}

async function pay({ gateway, gateway_order_id: orderId, session_id }: Attempt, isGood: boolean): Promise<void> {
  if (gateway === 'mpgs') {
    await setup.store.control('/gateway/pay', { orderId, expiry: isGood ? '01/39' : '05/39' }).catch(() => {});
    return;
  }
  const session = sessionOf(session_id);
  if (session?.status !== 'open') return;
  if (isGood) setup.stripe.objects.pay(session);
  else setup.stripe.objects.decline(session);
}

async function leavePending(attempt: Attempt, isUnclear: boolean): Promise<void> {
  if (attempt.gateway === 'mpgs') {
    const result = isUnclear ? 'UNKNOWN' : 'PENDING';
    await setup.store.control('/gateway/fail', { kind: 'settle_later', operation: 'pay', result });
    await pay(attempt, true);
    await setup.store.control('/gateway/clear', {});
    return;
  }
  const session = sessionOf(attempt.session_id);
  if (session?.status === 'open') setup.stripe.objects.process(session);
}

async function finish(attempt: Attempt, isGood: boolean): Promise<void> {
  if (!(await hasPending(attempt))) return;
  const session = sessionOf(attempt.session_id);
  if (!session) {
    const outcome = isGood ? 'approved' : 'declined';
    await setup.store.control('/gateway/finish', { orderId: attempt.gateway_order_id, outcome });
  } else if (isGood) setup.stripe.objects.pay(session);
  else setup.stripe.objects.decline(session);
}

async function expire({ gateway, gateway_order_id: orderId, session_id }: Attempt): Promise<void> {
  if (gateway === 'mpgs') return void (await setup.store.control('/gateway/expire', { orderId }).catch(() => {}));
  const session = sessionOf(session_id);
  if (session?.status === 'open') setup.stripe.objects.expire(session);
}

function sessionOf(sessionId: string | null) {
  return setup.stripe.objects.get(sessionId?.split('_secret_')[0] ?? '', 'checkout.session');
}

async function sweep({ id }: Placed): Promise<void> {
  await rows('update payment_attempts set look_at = now() where order_id = $1 and look_at is not null', id);
  await setup.store.app.jobHandlers.sweep_payments({});
  await setup.store.drain();
}

async function settle(order: Placed): Promise<void> {
  for (const attempt of await attemptsOf(order)) await finish(attempt, true);
  // Failed jobs wait for their next attempt.
  for (let tries = 0; tries < 3; tries += 1) {
    await setup.store.drain();
    setup.store.advance(600_000);
  }
  for (let looks = 0; looks < 2; looks += 1) await sweep(order);
  for (const { gateway_order_id: gatewayOrderId } of await attemptsOf(order)) {
    await setup.store.app.jobHandlers.settle_payment({ gatewayOrderId });
  }
  await setup.store.drain();
}

async function hasMoney({ gateway, gateway_order_id: orderId, session_id }: Attempt): Promise<boolean> {
  if (gateway === 'stripe') return sessionOf(session_id)?.payment_status === 'paid';
  const order = await setup.store.control(`/gateway/orders/${orderId}`).catch(() => null);
  return order?.status === 'CAPTURED';
}

/** A payment without a result. */
async function hasPending({ gateway, gateway_order_id: orderId, session_id }: Attempt): Promise<boolean> {
  if (gateway === 'stripe') {
    const intentId = String(sessionOf(session_id)?.payment_intent);
    return setup.stripe.objects.get(intentId, 'payment_intent')?.status === 'processing';
  }
  const order = await setup.store.control(`/gateway/orders/${orderId}`).catch(() => null);
  return order !== null && ['PENDING', 'UNKNOWN'].includes(String(order.result));
}

/** One line for each thing that is not as it must be. */
async function untruthsOf({ id, ...order }: Placed): Promise<string[]> {
  const found: string[] = [];
  const must = (fact: string, is: unknown, should: unknown) => {
    if (is !== should) found.push(`order ${id}: ${fact} is ${String(is)}, not ${String(should)}`);
  };
  const attempts = await attemptsOf({ id, ...order });
  const count = async (sql: string) => Number((await rows<{ count: string }>(sql, id))[0]?.count);
  const [saved] = await rows<{ paid_at: Date | null }>('select paid_at from orders where id = $1', id);
  const vouched = await count("select count(*) from payment_events where order_id = $1 and conclusion = 'confirmed'");
  const captured = await count("select count(*) from payment_events where order_id = $1 and conclusion = 'captured'");
  const inState = (state: string) => attempts.filter((attempt) => attempt.state === state);
  let withMoney = 0;
  for (const attempt of attempts) {
    const has = await hasMoney(attempt);
    if (has) withMoney += 1;
    must(
      `attempt ${attempt.number} of ${attempt.gateway}, ${attempt.state}, counts as money`,
      ['paid', 'second_capture'].includes(attempt.state),
      has,
    );
  }
  must('times it was settled', captured + vouched, saved?.paid_at ? 1 : 0);
  must('it is paid', saved?.paid_at != null, withMoney + vouched > 0);
  must('attempts that paid it', inState('paid').length, captured);
  must('second captures', inState('second_capture').length, withMoney - captured);
  const alerts = await count("select count(*) from alerts where type = 'second_capture' and details->>'orderId' = $1");
  must('alerts of second captures', alerts, inState('second_capture').length);
  must(
    'mails of the payment',
    await count("select count(*) from mails where kind = 'order_paid' and order_id = $1"),
    captured + vouched,
  );
  if (saved?.paid_at) must('open forms of a paid order', inState('open').length, 0);
  // Stripe ends what the store supersedes: nobody can pay there any more.
  for (const attempt of attempts.filter(({ gateway, state }) => gateway === 'stripe' && state === 'closed'))
    must(`the form of attempt ${attempt.number} is open`, sessionOf(attempt.session_id)?.status === 'open', false);
  return found;
}
