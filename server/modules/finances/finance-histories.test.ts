// Random histories of orders: the statement and its groups equal the sums of the orders' own rows to the cent, folded or not,
// after a change of the zone, and rebuilt.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import * as analyticsRepository from '../analytics/analytics.repository.ts';
import * as dispatchRepository from '../dispatch/dispatch.repository.ts';
import * as paymentFeesRepository from '../payments/payment-fees.repository.ts';
import * as financeDaysRepository from './finance-days.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const histories = Number(process.env.FINANCE_HISTORIES ?? 12);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const days = ['2026-01-31T23:30:00Z', '2026-02-01T00:30:00Z', '2026-02-14T12:00:00Z', '2026-03-31T22:30:00Z'];
const cents = fc.integer({ min: 1, max: 5_000 });
const order = fc.integer({ min: 0, max: 5 });

const origins = [
  null,
  { source: 'instagram', campaign: 'spring' },
  { source: 'instagram' },
  { source: 'news', campaign: 'spring' },
  { source: 'withheld' },
];

const step = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    order,
    amount: fc.integer({ min: 100, max: 100_000 }),
    category: fc.constantFrom('Likes', 'Views'),
    country: fc.constantFrom('Brazil', 'Portugal', null),
    source: fc.constantFrom(...origins),
    day: fc.constantFrom(...days),
  }),
  fc.record({ kind: fc.constant('pay' as const), order, day: fc.constantFrom(...days), fee: fc.option(cents) }),
  fc.record({ kind: fc.constant('lateFee' as const), order, fee: fc.integer({ min: -100, max: 3_000 }) }),
  fc.record({ kind: fc.constant('feeOfRefund' as const), order, fee: cents }),
  fc.record({
    kind: fc.constant('send' as const),
    order,
    provider: fc.constantFrom('default', 'p2'),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    rate: fc.option(fc.double({ min: 0.01, max: 9, noNaN: true })),
  }),
  fc.record({ kind: fc.constant('charge' as const), order, charge: fc.double({ min: 0, max: 20, noNaN: true }) }),
  fc.record({ kind: fc.constant('end' as const), order, status: fc.constantFrom('Partial', 'Canceled', 'Completed') }),
  fc.record({ kind: fc.constant('replace' as const), order }),
  fc.record({ kind: fc.constant('refund' as const), order, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('dispute' as const), order }),
  fc.record({ kind: fc.constant('win' as const), order }),
  fc.record({ kind: fc.constant('erase' as const), order }),
  fc.record({ kind: fc.constant('move' as const), order, source: fc.constantFrom(...origins) }),
  fc.record({ kind: fc.constant('delete' as const), order }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Tokyo') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const idOf = (number: number) => `ABCDEFGHJKM${number}`;

async function apply(one: Step): Promise<void> {
  const { database } = store.db;
  const id = 'order' in one ? idOf(one.order) : '';
  const known = (await sql('select paid_at, payment_status from orders where id = $1', id))[0];
  const isPaid = known?.paid_at != null;
  switch (one.kind) {
    case 'place':
      if (known) return;
      await sql(
        `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, network_country, created_at, updated_at, source)
        values ($1, 'a@example.com', 'customer', $2, 1000, $3, 'USD', array['x'], 'pending', 'none', $4, $5, $5, $6)`,
        ...[id, one.category, one.amount, one.country, one.day, one.source && JSON.stringify(one.source)],
      );
      return;
    case 'pay':
      if (!known || isPaid) return;
      await sql("update orders set paid_at = $2, payment_status = 'paid', status = 'paid' where id = $1", id, one.day);
      await database.transaction((tx) =>
        paymentFeesRepository.addFee(tx, {
          orderId: id,
          attemptNumber: 1,
          amountCents: one.fee,
          currency: 'USD',
          state: one.fee === null ? 'unknown' : 'estimated',
          ofSale: true,
        }),
      );
      return;
    case 'lateFee':
      // It may be there before the order is paid.
      if (!known) return;
      await database.transaction((tx) =>
        paymentFeesRepository.setFinalFee(tx, {
          orderId: id,
          attemptNumber: 1,
          amountCents: one.fee,
          currency: 'USD',
          ofSale: true,
        }),
      );
      return;
    case 'feeOfRefund':
      await database.transaction((tx) =>
        paymentFeesRepository.addToEstimate(tx, { orderId: id, attemptNumber: 1 }, one.fee),
      );
      return;
    case 'send':
      if (!isPaid) return;
      await sql(
        `insert into dispatches (order_id, position, post_link, link_key, service_id, provider_id, quantity, state, claim_id,
          claimed_at, provider_order_id, rate, cost_currency, created_at, updated_at)
        values ($1, 0, 'x', $1, '1', $2, 1000, 'sent', gen_random_uuid(), now(), gen_random_uuid(), $3, $4, now(), now())
        on conflict do nothing`,
        ...[id, one.provider, one.rate, one.currency],
      );
      return;
    case 'charge':
      await sql('update dispatches set charge = $2 where order_id = $1', id, one.charge.toFixed(6));
      return;
    case 'end':
      await sql('update dispatches set live_status = $2, remains = 400 where order_id = $1', id, one.status);
      return;
    case 'replace':
      await database.transaction(async (tx) => {
        const sent = await dispatchRepository.lockSend(tx, { orderId: id, position: 0 });
        if (!sent) return;
        const links = { oldLink: 'x', newLink: 'x', reason: null, delivered: 600, isMove: true, replacedBy: 'system' };
        await dispatchRepository.replaceLink(tx, sent, {
          ...links,
          id: store.app.ctx.ids.uuid(),
          orderId: id,
          position: 0,
        });
      });
      return;
    case 'refund':
      await sql(
        `update orders set refunded_cents = greatest(refunded_cents, floor(amount_cents * $2::numeric)::int),
          payment_status = case when payment_status = 'paid' and $2::numeric > 0.99 then 'refunded' else payment_status end
        where id = $1 and paid_at is not null`,
        ...[id, one.share],
      );
      return;
    case 'dispute':
      await sql("update orders set payment_status = 'disputed' where id = $1 and paid_at is not null", id);
      return;
    case 'win':
      await sql("update orders set payment_status = 'paid' where id = $1 and payment_status = 'disputed'", id);
      return;
    case 'erase':
      await sql('update orders set network_country = null where id = $1', id);
      return;
    case 'move':
      await sql('update orders set source = $2 where id = $1', id, one.source && JSON.stringify(one.source));
      return;
    case 'delete':
      await sql('update orders set deleted_at = now() where id = $1', id);
      return;
    case 'fold':
      await financeDaysRepository.fold(database);
      return;
    default:
      await analyticsRepository.rebuild(database, one.zone);
  }
}

/** From the rows of the orders, without the roll-up. */
async function expected(from: string, to: string, source: string | null = null) {
  const [sums] = await sql(
    `with paid as (
      select o.*, (o.paid_at at time zone orders_zone())::date as day from orders o where o.paid_at is not null
    ), here as (select * from paid where day between $1 and $2 and ($3::text is null or coalesce(source ->> 'source', 'unknown') = $3))
    select count(*)::int as paid, coalesce(sum(amount_cents), 0)::int as sales,
      coalesce(sum(case when payment_status = 'disputed' then amount_cents else refunded_cents end), 0)::int as lost,
      coalesce(sum((select sum(f.amount_cents) from payment_fees f where f.order_id = here.id)), 0)::int as fees,
      coalesce(sum((select sum(case when d.charge is not null then d.charge else round(d.rate * (1000 -
          case when d.live_status in ('Partial', 'Canceled') then 400 else 0 end) / 1000, 6) end)
        from dispatches d where d.order_id = here.id and d.cost_currency = 'USD')), 0)
      + coalesce(sum((select sum(case when l.charge is not null then l.charge else round(l.rate * 0.6, 6) end)
        from link_replacements l where l.order_id = here.id and l.cost_currency = 'USD')), 0) as cost
    from here`,
    ...[from, to, source],
  );
  return { ...sums, cost: Math.round(Number(sums.cost) * 100) };
}

const shownCents = (dollars: number) => Math.round(dollars * 100);

async function checkStatement(source: string | null) {
  const query = { until: '2026-04-30', columns: 5, ...(source === null ? {} : { source }) };
  const { columns } = await store.admin.call('GET /api/admin/finances', { query });
  for (const { from, to, figures } of columns) {
    const { paid, sales, lost, fees, cost } = await expected(from, to, source);
    expect({
      paid: figures.paid,
      sales: shownCents(figures.sales),
      net: shownCents(figures.net_sales),
      fees: shownCents(figures.fees),
      cost: shownCents(figures.provider_cost),
      kept: shownCents(figures.kept),
    }).toEqual({ paid, sales, net: sales - lost, fees, cost, kept: sales - lost - fees - cost });
  }
  return { from: columns[0]?.from ?? '', to: columns.at(-1)?.to ?? '' };
}

async function check(): Promise<void> {
  for (const source of ['instagram', 'news', 'unknown']) await checkStatement(source);
  const span = await checkStatement(null);
  const { sales, lost, fees, cost } = await expected(span.from, span.to);
  for (const by of ['category', 'country', 'provider', 'currency', 'source', 'campaign'] as const) {
    const groups = await store.admin.call('GET /api/admin/finances/groups', { query: { by, ...span } });
    const sum = (read: (group: (typeof groups)[number]) => number) =>
      groups.reduce((all, group) => all + shownCents(read(group)), 0);
    expect([by, sum((one) => one.sales), sum((one) => one.net_sales), sum((one) => one.fees)]).toEqual([
      by,
      sales,
      sales - lost,
      fees,
    ]);
    if (by === 'source') {
      for (const group of groups) {
        const ofSource = await expected(span.from, span.to, group.name);
        expect([group.name, shownCents(group.sales), shownCents(group.fees), shownCents(group.provider_cost)]).toEqual([
          ...[group.name, ofSource.sales, ofSource.fees, ofSource.cost],
        ]);
        const campaigns = await store.admin.call('GET /api/admin/finances/groups', {
          query: { by: 'campaign', source: group.name, ...span },
        });
        expect(campaigns.reduce((all, one) => all + shownCents(one.net_sales), 0)).toBe(shownCents(group.net_sales));
      }
    }
    // Each group rounds its own cost.
    expect(Math.abs(sum((one) => one.provider_cost) - cost)).toBeLessThanOrEqual(groups.length / 2 + 0.5);
  }
  expect(await financeDaysRepository.countWrong(store.db.database.db)).toBe(0);
}

test('D-95: the statement and its groups equal the orders to the cent, whatever happens to them', async () => {
  store.advance(Math.max(0, Date.parse('2026-05-02T00:00:00Z') - Date.now()));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      for (const table of ['payment_fees', 'link_replacements', 'dispatches', 'orders'])
        await sql(`delete from ${table}`);
      await analyticsRepository.rebuild(store.db.database, 'UTC');
      for (const one of steps) await apply(one);
      await check();
      await financeDaysRepository.fold(store.db.database);
      await check();
      await analyticsRepository.rebuild(store.db.database);
      await check();
    }),
    { numRuns: histories, seed: 1 },
  );
});
