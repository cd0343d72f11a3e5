// Random histories of orders, rates and other costs: the statement and its groups equal the sums of the orders' own rows to the
// cent, folded or not, after a change of the zone, and rebuilt. So do the figures of each offer.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Category, categories } from '../../../contract/category.ts';
import { firstOffers, orderOfferKey, specifiedOffers, toStoredOffers } from '../../../contract/offers.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import * as analyticsRepository from '../analytics/analytics.repository.ts';
import * as dispatchRepository from '../dispatch/dispatch.repository.ts';
import * as ordersRepository from '../orders/orders.repository.ts';
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

/** As providers name them, and as earlier versions stored none. */
const currency = fc.constantFrom(
  ...['USD', 'USD', 'EUR', 'EUR', 'BRL', ' eur ', 'usd', '', '  ', null, 'us dollars \u{1F4B5}', 'X'.repeat(60)],
);

const step = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    order,
    amount: fc.integer({ min: 100, max: 100_000 }),
    category: fc.constantFrom(...categories),
    sold: fc.constantFrom('earlier', 'specified', 'other'),
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
    state: fc.constantFrom('sent', 'sent', 'sent', 'unknown', 'sending', 'failed'),
    currency,
    rate: fc.option(fc.double({ min: 0.01, max: 9, noNaN: true })),
  }),
  fc.record({ kind: fc.constant('resolve' as const), order, state: fc.constantFrom('sent', 'failed') }),
  // Of the provider, between two sends: the earlier one keeps its own.
  fc.record({ kind: fc.constant('recurrency' as const), order, currency }),
  fc.record({ kind: fc.constant('feeOfDispute' as const), order, fee: cents }),
  fc.record({
    kind: fc.constant('rate' as const),
    currency: fc.constantFrom('EUR', 'BRL', 'US DOLLARS \u{1F4B5}', 'X'.repeat(40)),
    day: fc.constantFrom('2026-01-01', '2026-02-01', '2026-02-14', '2026-04-01'),
    usd: fc.integer({ min: 1, max: 400_000_000 }).map((units) => units / 100_000_000),
  }),
  fc.record({ kind: fc.constant('withoutRate' as const), which: fc.nat(5), isRestored: fc.boolean() }),
  fc.record({
    kind: fc.constant('otherCost' as const),
    of: fc.constantFrom('ads', 'hosting', 'other'),
    source: fc.constantFrom('instagram', 'elsewhere', null),
    day: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-14', '2026-03-31'),
    amount: cents,
    currency: fc.constantFrom('USD', 'EUR', 'BRL', 'JPY'),
  }),
  fc.record({ kind: fc.constant('charge' as const), order, charge: fc.double({ min: 0, max: 20, noNaN: true }) }),
  fc.record({ kind: fc.constant('end' as const), order, status: fc.constantFrom('Partial', 'Canceled', 'Completed') }),
  fc.record({ kind: fc.constant('replace' as const), order }),
  fc.record({ kind: fc.constant('refund' as const), order, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('dispute' as const), order }),
  fc.record({ kind: fc.constant('win' as const), order }),
  fc.record({ kind: fc.constant('erase' as const), order }),
  fc.record({ kind: fc.constant('move' as const), order, source: fc.constantFrom(...origins) }),
  fc.record({ kind: fc.constant('sell' as const), order, sold: fc.constantFrom('specified', 'other') }),
  fc.record({ kind: fc.constant('delete' as const), order }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Tokyo') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** `earlier`: of an order from before offers. Two offers share each category. */
function offerOf(sold: string, category: Category) {
  if (sold === 'earlier') return null;
  return { id: sold === 'other' ? otherOffers[category] : specifiedOffers[category] };
}

const otherOffers = { Likes: 'tiktok-likes', Views: 'tiktok-views' };

const idOf = (number: number) => `ABCDEFGHJKM${number}`;

async function apply(one: Step): Promise<void> {
  const { database } = store.db;
  const id = 'order' in one ? idOf(one.order) : '';
  const known = (await sql('select paid_at, payment_status, category from orders where id = $1', id))[0];
  const isPaid = known?.paid_at != null;
  switch (one.kind) {
    case 'place':
      if (known) return;
      await sql(
        `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, network_country, created_at, updated_at, source, offer)
        values ($1, 'a@example.com', 'customer', $2, 1000, $3, 'USD', array['x'], 'pending', 'none', $4, $5, $5, $6, $7)`,
        ...[id, one.category, one.amount, one.country, one.day, one.source && JSON.stringify(one.source)],
        offerOf(one.sold, one.category),
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
        values ($1, 0, 'x', $1, '1', $2, 1000, $5, gen_random_uuid(), now(),
          case when $5 = 'sent' then gen_random_uuid() end, $3, $4, now(), now())
        on conflict do nothing`,
        ...[id, one.provider, one.rate, one.currency, one.state],
      );
      return;
    case 'resolve':
      await sql(
        `update dispatches set state = $2, provider_order_id = case when $2 = 'sent' then gen_random_uuid() end
        where order_id = $1 and state in ('unknown', 'sending')`,
        ...[id, one.state],
      );
      return;
    case 'recurrency':
      await sql('update dispatches set cost_currency = $2 where order_id = $1', id, one.currency);
      return;
    case 'feeOfDispute':
      if (!known) return;
      await database.transaction((tx) =>
        paymentFeesRepository.setFinalFee(tx, {
          orderId: id,
          attemptNumber: 2,
          amountCents: one.fee,
          currency: 'USD',
          ofSale: false,
        }),
      );
      return;
    case 'rate':
      await store.admin.ask('POST /api/admin/finances/rates', {
        body: { currency: one.currency, day: one.day, usd: one.usd },
      });
      return;
    case 'withoutRate': {
      const rates = await sql('select id from currency_rates order by currency, day, id');
      const rate = rates[one.which % Math.max(1, rates.length)];
      if (!rate) return;
      const params = { id: rate.id };
      if (one.isRestored) await store.admin.ask('POST /api/admin/finances/rates/{id}/restore', { params });
      else await store.admin.ask('DELETE /api/admin/finances/rates/{id}', { params });
      return;
    }
    case 'otherCost':
      await store.admin.call('POST /api/admin/finances/costs', {
        body: {
          day: one.day,
          kind: one.of as 'ads',
          source: one.of === 'ads' ? one.source : null,
          amount: one.amount / 100,
          currency: one.currency,
          note: '',
        },
      });
      return;
    case 'charge':
      await sql("update dispatches set charge = $2 where order_id = $1 and state = 'sent'", id, one.charge.toFixed(6));
      return;
    case 'end':
      await sql(
        "update dispatches set live_status = $2, remains = 400 where order_id = $1 and state = 'sent'",
        id,
        one.status,
      );
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
    case 'sell':
      if (known) await sql('update orders set offer = $2 where id = $1', id, offerOf(one.sold, known.category));
      return;
    case 'delete':
      await sql('update orders set deleted_at = now() where id = $1', id);
      return;
    case 'fold':
      await financeDaysRepository.fold(database);
      await analyticsRepository.fold(database);
      await ordersRepository.foldCounts(database.db);
      return;
    default:
      await analyticsRepository.rebuild(database, one.zone);
  }
}

/** From the rows of the orders, without the roll-up and without a sum of the database. */
async function expected(from: string, to: string, source: string | null = null) {
  const [sums] = await sql(
    `with paid as (
      select o.*, (o.paid_at at time zone orders_zone())::date as day from orders o where o.paid_at is not null
    ), here as (select * from paid where day between $1 and $2 and ($3::text is null or coalesce(source ->> 'source', 'unknown') = $3))
    select count(*)::int as paid, coalesce(sum(amount_cents), 0)::int as sales,
      coalesce(sum(case when payment_status = 'disputed' then amount_cents else refunded_cents end), 0)::int as lost,
      coalesce(sum((select sum(f.amount_cents) from payment_fees f where f.order_id = here.id)), 0)::int as fees
    from here`,
    ...[from, to, source],
  );
  const sends = await sql(
    `select (o.paid_at at time zone orders_zone())::date::text as day, s.* from (
      select order_id, cost_currency, state = 'sent' as is_sent, charge is null and rate is null as is_unknown,
        coalesce(charge, round(rate * (1000 - case when live_status in ('Partial', 'Canceled') then 400 else 0 end) / 1000, 6),
          0)::text as cost
      from dispatches where state in ('sent', 'unknown', 'sending')
      union all
      select order_id, cost_currency, true, charge is null and rate is null, coalesce(charge, round(rate * 0.6, 6), 0)::text
      from link_replacements where provider_order_id is not null
    ) as s join orders o on o.id = s.order_id
    where o.paid_at is not null and (o.paid_at at time zone orders_zone())::date between $1 and $2
      and ($3::text is null or coalesce(o.source ->> 'source', 'unknown') = $3)`,
    ...[from, to, source],
  );
  const others = await sql(
    `select day::text, kind, currency, amount_cents from other_costs
    where deleted_at is null and day between $1 and $2 and ($3::text is null or source = $3)`,
    ...[from, to, source],
  );
  const rateOf = await findRates();
  const ofDays = new Map<string, bigint>();
  let unknown = 0;
  for (const { day, cost_currency: named, is_sent: isSent, is_unknown: isUnknown, cost } of sends) {
    const rate = rateOf(plain(named), day);
    if (!isSent || rate === null || isUnknown) unknown += 1;
    if (isSent && rate !== null) ofDays.set(day, (ofDays.get(day) ?? 0n) + units(cost, 6) * rate);
  }
  const cost = [...ofDays.values()].reduce((all, exact) => all + roundedCents(exact, 12), 0);
  const converted = others.map(({ day, kind, currency: name, amount_cents: amount }) => {
    const rate = rateOf(name, day);
    return { kind, cents: rate === null ? null : roundedCents(BigInt(amount) * rate, 8) };
  });
  const add = (costs: typeof converted) => costs.reduce((all: number, { cents }) => all + (cents ?? 0), 0);
  return {
    ...sums,
    cost,
    unknown,
    other: add(converted),
    ads: add(converted.filter(({ kind }) => kind === 'ads')),
    unknownOther: converted.filter(({ cents }) => cents === null).length,
  };
}

const plain = (named: string | null) => (named ?? '').trim().slice(0, 40).trim().toUpperCase() || 'USD';

/** Whole units of the last of so many decimals. */
function units(decimal: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}

/** Half up; nothing here is negative. */
function roundedCents(exact: bigint, decimals: number): number {
  const one = 10n ** BigInt(decimals);
  return Number((exact + one / 2n) / one);
}

/** Of a currency on a day, in units of eight decimals; null without one. */
async function findRates(): Promise<(currency: string, day: string) => bigint | null> {
  const rates = await sql(
    'select currency, day::text, usd::text from currency_rates where deleted_at is null order by day desc',
  );
  return (name, day) => {
    if (name === 'USD') return 100_000_000n;
    const found = rates.find((rate) => rate.currency === name && rate.day <= day);
    return found ? units(found.usd, 8) : null;
  };
}

const shownCents = (dollars: number) => Math.round(dollars * 100);

async function checkStatement(source: string | null) {
  const query = { until: '2026-04-30', columns: 5, ...(source === null ? {} : { source }) };
  const { columns, total, missing_rates: missing } = await store.admin.call('GET /api/admin/finances', { query });
  for (const { from, to, figures } of columns) {
    const { paid, sales, lost, fees, cost, unknown, other, unknownOther } = await expected(from, to, source);
    expect({
      paid: figures.paid,
      sales: shownCents(figures.sales),
      net: shownCents(figures.net_sales),
      fees: shownCents(figures.fees),
      cost: shownCents(figures.provider_cost),
      unknown: figures.unknown_costs,
      other: shownCents(figures.other_costs),
      unknownOther: figures.unknown_other_costs,
      kept: shownCents(figures.kept),
    }).toEqual({
      paid,
      sales,
      net: sales - lost,
      fees,
      cost,
      unknown,
      other,
      unknownOther,
      kept: sales - lost - fees - cost - other,
    });
  }
  return { span: { from: columns[0]?.from ?? '', to: columns.at(-1)?.to ?? '' }, total, missing };
}

async function check(): Promise<void> {
  const { span, total, missing } = await checkStatement(null);
  const whole = await expected(span.from, span.to);
  const { sales, lost, fees, cost, unknown, other, ads } = whole;
  // Columns of any length add up to the same total.
  const lengths = [
    { step: 'quarter', columns: 3 },
    { step: 'week', columns: 12, until: '2026-04-10' },
  ] as const;
  for (const query of [...lengths.map((length) => ({ until: '2026-04-30', ...length }))]) {
    const others = await store.admin.call('GET /api/admin/finances', { query });
    expect([query.step, others.total.figures.kept]).toEqual([query.step, total.figures.kept]);
  }
  expect(shownCents(total.figures.provider_cost)).toBe(cost);
  expect(missing.reduce((sum, { costs }) => sum + costs, 0)).toBe(whole.unknownOther);
  for (const by of ['category', 'country', 'provider', 'currency', 'source', 'campaign'] as const) {
    const groups = await store.admin.call('GET /api/admin/finances/groups', { query: { by, ...span } });
    const sum = (read: (group: (typeof groups)[number]) => number) =>
      groups.reduce((all, group) => all + read(group), 0);
    expect([
      by,
      sum((one) => shownCents(one.sales)),
      sum((one) => shownCents(one.net_sales)),
      sum((one) => shownCents(one.fees)),
      sum((one) => shownCents(one.provider_cost)),
      sum((one) => shownCents(one.kept)),
      sum((one) => one.unknown_costs),
    ]).toEqual([
      by,
      sales,
      sales - lost,
      fees,
      cost,
      sales - lost - fees - cost - (by === 'source' ? ads : 0),
      unknown,
    ]);
  }
  await checkOffers(span);
  for (const source of ['instagram', 'news', 'unknown']) await checkSource(source);
  expect(shownCents(total.figures.kept)).toBe(sales - lost - fees - cost - other);
  expect(await financeDaysRepository.countWrong(store.db.database.db)).toBe(0);
}

/** What the API shows of each offer, and of each category, from the rows of the orders. */
async function checkOffers(span: { from: string; to: string }): Promise<void> {
  const orders = await sql('select *, (paid_at at time zone orders_zone())::date::text as day from orders');
  const placed = orders.filter((one) => one.deleted_at === null);
  const cents = (of: typeof orders, read: (one: (typeof orders)[number]) => number) => {
    const found: Record<string, number> = {};
    for (const one of of) found[orderOfferKey(one as never)] = (found[orderOfferKey(one as never)] ?? 0) + read(one);
    return Object.fromEntries(Object.entries(found).filter(([, sum]) => sum !== 0));
  };
  const shown = (of: readonly { name: string; sum: number }[]) =>
    Object.fromEntries(of.filter(({ sum }) => sum !== 0).map(({ name, sum }) => [name, shownCents(sum)]));

  const paid = orders.filter(({ day }) => day !== null);
  const kept = (one: (typeof orders)[number]) =>
    one.payment_status === 'disputed' ? 0 : one.amount_cents - one.refunded_cents;
  const { categoryStats } = await store.admin.call('GET /api/admin/advanced-stats', {});
  expect(categoryStats.map(({ category, offer }) => offer ?? category)).toEqual([
    'Likes',
    'Views',
    'tiktok-likes',
    'tiktok-views',
  ]);
  expect(
    shown(categoryStats.map(({ category, offer, revenue }) => ({ name: offer ?? category, sum: revenue }))),
  ).toEqual(cents(paid, kept));

  const query = { by: 'category', ...span } as const;
  const groups = await store.admin.call('GET /api/admin/finances/groups', { query });
  const ofSpan = paid.filter(({ day }) => day >= span.from && day <= span.to);
  expect(shown(groups.map(({ name, sales }) => ({ name, sum: sales })))).toEqual(
    cents(ofSpan, (one) => one.amount_cents),
  );

  for (const table of ['order_counts', 'order_days']) {
    const count = table === 'order_counts' ? 'count' : 'placed';
    const rows = await sql(
      `select category as name, sum(${count})::int as sum from ${table} group by 1 having sum(${count}) <> 0`,
    );
    expect([table, Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))]).toEqual([
      table,
      cents(placed, () => 1),
    ]);
  }
  const lists = [{ category: 'Likes' }, { category: 'Views', from: '2026-01-01', to: '2026-04-30' }] as const;
  for (const filter of lists) {
    const { headers } = await store.admin.ask('GET /api/orders', { query: filter });
    const listed = placed.filter(({ category }) => category === filter.category);
    expect([filter, headers.get('x-total-count')]).toEqual([filter, String(listed.length)]);
  }
}

async function checkSource(source: string): Promise<void> {
  const { span, total } = await checkStatement(source);
  const query = { by: 'campaign', source, ...span } as const;
  const campaigns = await store.admin.call('GET /api/admin/finances/groups', { query });
  const sum = (read: (group: (typeof campaigns)[number]) => number) =>
    campaigns.reduce((all, group) => all + shownCents(read(group)), 0);
  const { net_sales, fees, provider_cost } = total.figures;
  expect([sum((one) => one.net_sales), sum((one) => one.fees), sum((one) => one.provider_cost)]).toEqual(
    [net_sales, fees, provider_cost].map(shownCents),
  );
}

test('D-95, D-99, D-105: the statement and its groups equal the orders to the cent, whatever happens to them', async () => {
  store.advance(Math.max(0, Date.parse('2026-05-02T00:00:00Z') - Date.now()));
  const specified = firstOffers();
  const others = specified.map((offer) => ({ ...offer, id: otherOffers[offer.category as keyof typeof otherOffers] }));
  await sql(
    `insert into store_settings_versions (version, settings, changes, changed_at)
    select version + 1, settings || $1::jsonb, '[]', now() from store_settings_versions order by version desc limit 1`,
    JSON.stringify({ offers: toStoredOffers([...specified, ...others]) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      for (const table of [
        'payment_fees',
        'link_replacements',
        'dispatches',
        'orders',
        'other_costs',
        'currency_rates',
      ]) {
        await sql(`delete from ${table}`);
      }
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
}, 120_000);
