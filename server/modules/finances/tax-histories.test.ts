// Random histories of payments: the tax report equals the ledger and the statement to the cent, folded or not, after a change of
// the zone, and rebuilt. The ledger is append-only: every history adds its own orders.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { foldOrderFigures } from '../../workflows/fold-counts.ts';
import * as analyticsRepository from '../analytics/analytics.repository.ts';
import { byOrder, orderTotals } from '../payments/ledger-totals.ts';
import * as taxDaysRepository from './tax-days.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const histories = Number(process.env.FINANCE_HISTORIES ?? 12);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const days = [
  ...['2026-01-31T23:30:00Z', '2026-02-01T00:30:00Z', '2026-02-14T23:30:00Z', '2026-02-15T12:00:00Z'],
  ...['2026-03-31T22:30:00Z', '2026-04-01T01:30:00Z'],
];
const order = fc.integer({ min: 0, max: 5 });
const card = fc.constantFrom('BR', 'US', null);
const rateDays = ['2026-01-01', '2026-02-14', '2026-02-15', '2026-03-01'] as const;

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      order,
      country: fc.constantFrom('Brazil', 'Turkey', 'Türkiye', null),
      amount: fc.integer({ min: 1, max: 100_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      order,
      day: fc.constantFrom(...days),
      card,
      byHand: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('lateCard' as const), order, card }),
  fc.record({ kind: fc.constant('refund' as const), order, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('dispute' as const), order }),
  fc.record({ kind: fc.constant('win' as const), order }),
  fc.record({ kind: fc.constant('erase' as const), order }),
  fc.record({ kind: fc.constant('delete' as const), order }),
  fc.record({
    kind: fc.constant('rate' as const),
    country: fc.constantFrom('BR', 'TR'),
    hundredths: fc.integer({ min: 0, max: 10_000 }),
    from: fc.constantFrom(...rateDays),
  }),
  fc.record({ kind: fc.constant('noRate' as const) }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Tokyo') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let history = 0;
const idOf = (number: number) => `TAX${String(history).padStart(8, '0')}${number}`;

async function record(id: string, attempt: number | null, conclusion: string, said: object): Promise<void> {
  await sql(
    `insert into payment_events (order_id, attempt_number, source, conclusion, said, happened_at)
      values ($1, $2, 'job', $3, $4, now())`,
    ...[id, attempt, conclusion, said],
  );
}

async function apply(one: Step): Promise<void> {
  const { database } = store.db;
  const id = 'order' in one ? idOf(one.order) : '';
  const [known] = await sql(
    'select paid_at, payment_status, amount_cents, refunded_cents from orders where id = $1',
    id,
  );
  const isPaid = known?.payment_status === 'paid';
  switch (one.kind) {
    case 'place':
      if (known) return;
      await sql(
        `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, network_country, created_at, updated_at)
        values ($1, 'a@example.com', 'customer', 'Likes', 1000, $2, 'USD', array['x'], 'pending', 'none', $3, $4, $4)`,
        ...[id, one.amount, one.country, days[0]],
      );
      await sql(
        `insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state, session_id,
          opened_at, updated_at)
        values ($1, 1, 'stripe', $1 || '-1', $2, 'USD', 'open', 's', $3, $3)`,
        ...[id, one.amount, days[0]],
      );
      return;
    case 'pay':
      if (!known || known.paid_at) return;
      if (one.byHand) await record(id, null, 'confirmed', { amountCents: known.amount_cents });
      else {
        await sql(
          "update payment_attempts set state = 'paid', card_country = $2 where order_id = $1",
          ...[id, one.card],
        );
        await record(id, 1, 'captured', { capturedCents: known.amount_cents });
      }
      await sql("update orders set paid_at = $2, payment_status = 'paid', status = 'paid' where id = $1", id, one.day);
      return;
    case 'lateCard':
      // Also of a failed try.
      await sql('update payment_attempts set card_country = $2 where order_id = $1', id, one.card);
      return;
    case 'refund': {
      if (!isPaid) return;
      const cents = Math.max(known.refunded_cents, Math.floor(known.amount_cents * one.share));
      if (cents === known.refunded_cents) return;
      const isWhole = cents === known.amount_cents;
      const said = { capturedCents: known.amount_cents, refundedCents: cents };
      await record(id, 1, isWhole ? 'refunded' : 'part_refunded', said);
      await sql(
        'update orders set refunded_cents = $2, payment_status = $3 where id = $1',
        ...[id, cents, isWhole ? 'refunded' : 'paid'],
      );
      return;
    }
    case 'dispute':
      if (!isPaid) return;
      await record(id, 1, 'charged_back', {
        capturedCents: known.amount_cents,
        refundedCents: known.refunded_cents,
      });
      await sql("update orders set payment_status = 'disputed' where id = $1", id);
      return;
    case 'win':
      if (known?.payment_status !== 'disputed') return;
      await record(id, 1, 'won_back', {});
      await sql("update orders set payment_status = 'paid' where id = $1", id);
      return;
    case 'erase':
      await sql('update payment_attempts set card_country = null where order_id = $1', id);
      await sql('update orders set network_country = null where id = $1', id);
      return;
    case 'delete':
      await sql('update orders set deleted_at = now() where id = $1', id);
      return;
    case 'rate': {
      const body = { country_code: one.country, percent: one.hundredths / 100, valid_from: one.from };
      const { status } = await store.admin.ask('POST /api/admin/finances/tax-rates', { body });
      expect([200, 409]).toContain(status);
      return;
    }
    case 'noRate': {
      const [first] = await store.admin.call('GET /api/admin/finances/tax-rates', {});
      if (first) await store.admin.call('DELETE /api/admin/finances/tax-rates/{id}', { params: { id: first.id } });
      return;
    }
    case 'fold':
      await foldOrderFigures(database);
      return;
    default:
      await analyticsRepository.rebuild(database, one.zone);
  }
}

const cents = (dollars: number) => Math.round(dollars * 100);
const months = { from: '2025-12', to: '2026-04' };
type Sums = { orders: number; sales: number; refunds: number; disputes: number };
type Expected = Sums & { rate: number | null };

/** From the ledger: the rows by their key, and the sums of each month. */
async function fromLedger() {
  const entries = await sql(
    `select order_id as "orderId", attempt_number as "attemptNumber", refund_number as "refundNumber", conclusion, asked, said
      from payment_events order by id`,
  );
  const totals = new Map([...byOrder(entries)].map(([id, own]) => [id, orderTotals(own)]));
  const paid = await sql(
    `select o.id, to_char(o.paid_at at time zone orders_zone(), 'YYYY-MM-DD') as day, o.network_country as country, a.card_country as card
      from orders o left join payment_attempts a on a.order_id = o.id and a.state = 'paid' where o.paid_at is not null`,
  );
  const rates = await sql(
    `select country_code, hundredths, to_char(valid_from, 'YYYY-MM-DD') as "from" from tax_rates order by valid_from desc`,
  );
  const codes: Record<string, string> = { Brazil: 'BR', Turkey: 'TR', Türkiye: 'TR' };
  const rows = new Map<string, Expected>();
  const byMonth = new Map<string, Sums>();
  for (const { id, day, country, card: cardCode } of paid) {
    const code = country === null ? null : codes[country];
    const rate = rates.find(({ country_code, from }) => country_code === code && from <= day)?.hundredths ?? null;
    const { paidCents, refundedCents, paymentStatus } = totals.get(id) ?? orderTotals([]);
    const disputes = paymentStatus === 'disputed' ? paidCents - refundedCents : 0;
    const sums = { orders: 1, sales: paidCents, refunds: refundedCents, disputes };
    const month = day.slice(0, 7);
    const key = JSON.stringify([month, code, cardCode, rate]);
    rows.set(key, { ...add(rows.get(key), sums), rate });
    byMonth.set(month, add(byMonth.get(month), sums));
  }
  return { rows, byMonth };
}

const nothing: Sums = { orders: 0, sales: 0, refunds: 0, disputes: 0 };

function add(one: Sums = nothing, other: Sums): Sums {
  return {
    orders: one.orders + other.orders,
    sales: one.sales + other.sales,
    refunds: one.refunds + other.refunds,
    disputes: one.disputes + other.disputes,
  };
}

const sumsOf = ({ orders, sales, refunds, disputes }: Sums): Sums => ({
  orders,
  sales: cents(sales),
  refunds: cents(refunds),
  disputes: cents(disputes),
});

async function check(): Promise<void> {
  const { rows, total } = await store.admin.call('GET /api/admin/finances/tax', { query: months });
  const expected = await fromLedger();
  const found = rows.map((row) => {
    const rate = row.rate === null ? null : cents(row.rate);
    return [
      JSON.stringify([row.month, row.country_code, row.card_country_code, rate]),
      { ...sumsOf(row), rate },
    ] as const;
  });
  expect(new Set(found.map(([key]) => key)).size).toBe(found.length);
  expect(new Map(found)).toEqual(expected.rows);

  for (const row of rows) {
    const net = cents(row.sales) - cents(row.refunds) - cents(row.disputes);
    expect(cents(row.net_sales)).toBe(net);
    expect(cents(row.tax) + cents(row.net_without_tax)).toBe(net);
    // Half up, in whole numbers.
    const [part, whole] = [BigInt(net) * BigInt(cents(row.rate ?? 0)), BigInt(10_000 + cents(row.rate ?? 0))];
    expect(BigInt(cents(row.tax))).toBe((2n * part + whole) / (2n * whole));
  }
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + cents(read(row)), 0);
  expect(cents(total.tax)).toBe(sum((row) => row.tax));
  expect(cents(total.net_without_tax)).toBe(sum((row) => row.net_without_tax));
  expect(cents(total.without_rate)).toBe(sum((row) => (row.rate === null ? row.net_sales : 0)));

  const statement = await store.admin.call('GET /api/admin/finances', { query: { until: '2026-04-30', columns: 5 } });
  for (const { from, figures } of statement.columns) {
    const ofMonth = rows.filter(({ month }) => from.startsWith(month)).map(sumsOf);
    const shown = ofMonth.reduce((all, one) => add(all, one), nothing);
    expect(shown).toEqual(sumsOf({ ...figures, orders: figures.paid }));
    expect(shown).toEqual(expected.byMonth.get(from.slice(0, 7)) ?? nothing);
  }
  expect(sumsOf(total)).toEqual(sumsOf({ ...statement.total.figures, orders: statement.total.figures.paid }));
  expect(cents(total.net_sales)).toBe(cents(statement.total.figures.net_sales));
  expect(await taxDaysRepository.countWrong(store.db.database.db)).toBe(0);
}

test('D-96: the tax report equals ledger and statement to the cent, whatever happens to the orders', async () => {
  store.advance(Math.max(0, Date.parse('2026-05-02T00:00:00Z') - Date.now()));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      history += 1;
      for (const one of steps) {
        // A change of the zone rebuilds the totals, and would hide what was wrong.
        if (one.kind === 'zone') await check();
        await apply(one);
      }
      await check();
      await foldOrderFigures(store.db.database);
      await check();
      await analyticsRepository.rebuild(store.db.database);
      await check();
    }),
    { numRuns: histories, seed: 1 },
  );
});
