import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { chartPalette, toneFill } from '../../ui/chart-tones.ts';
import { shownZone } from '../../ui/format-date.ts';
import { button, click, type FakeStore, settle, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './analytics-tab.tsx';

let store: FakeStore;

const stats = {
  categoryStats: [
    { category: 'Likes', revenue: 300 },
    { category: 'Views', revenue: 1234.5 },
  ],
  weeklyStats: Array.from({ length: 8 }, (_, at) => ({ week: `2026-W0${at + 2}`, orders: at, revenue: at * 10.5 })),
  weeklyStatsBefore: Array.from({ length: 8 }, (_, at) => ({ week: `2025-W${at + 46}`, orders: 2, revenue: 20 })),
  statusDistribution: [
    { status: 'paid', count: 1, percentage: 12.5 },
    { status: 'completed', count: 7, percentage: 87.5 },
  ],
  averageOrderValue: 45.6,
  paidOrders: 33,
  topCustomers: [
    { email: 'an***@mail.test', orders: 4, totalSpent: 400 },
    { email: 'bo***@mail.test', orders: 1, totalSpent: 20 },
  ],
  apiOrdersStats: { total: 1300, completed: 1200, pending: 60 },
  conversionFunnel: { visitors: 400, checkouts: 50, payments: 33 },
};

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/advanced-stats', { body: stats });
  store.on('GET /api/admin/period-stats', { body: period(30, 1, 1) });
  const total = { visitors: 0, checkouts: 0, orders: 0, paid: 0, sales: 0 };
  store.on('GET /api/admin/source-stats', {
    body: { from: '2026-01-31', to: '2026-03-01', rows: [], more: 0, total, lost: { orders: [], paid: [] } },
  });
});

async function open(): Promise<() => Promise<void>> {
  const leave = await openAdmin('/admin?tab=analytics');
  await settle();
  return leave;
}

function part(title: string): Element {
  const head = [...document.querySelectorAll('h2')].find((element) => element.textContent === title);
  const found = head?.closest('section');
  if (!found) throw new Error(`nothing is titled "${title}": ${text()}`);
  return found;
}

async function tableOf(title: string): Promise<(string | null | undefined)[][]> {
  await click(button(`Show ${title} as a table`));
  const rows = [...part(title).querySelectorAll('tbody tr')];
  return rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.lastChild?.textContent));
}

const period = (days: number, revenue: number, before: number) => {
  const now = { from: '2026-02-23', to: '2026-03-01', orders: 12, paidOrders: 9, averageOrder: 20 };
  const then = { from: '2026-02-16', to: '2026-02-22', orders: 16, paidOrders: 9, averageOrder: 0 };
  return {
    days,
    current: { ...now, revenue, byCategory: byCategory(days), byDay: lastDays(days, 0, 2) },
    before: { ...then, revenue: before, byCategory: byCategory(1), byDay: lastDays(days, days, 1) },
  };
};

const byCategory = (dollars: number) => [
  { category: 'Likes', revenue: dollars },
  { category: 'Views', revenue: dollars * 10.25 },
];

/** So many days before March 1 and further back, each with so many orders of $10.50. */
function lastDays(days: number, daysAgo: number, orders: number) {
  return Array.from({ length: days }, (_, at) => {
    const ms = Date.parse('2026-03-01') - (daysAgo + days - 1 - at) * 86_400_000;
    return { date: new Date(ms).toISOString().slice(0, 10), orders, revenue: orders * 10.5 };
  });
}

describe('the picked period', () => {
  it('is compared with the previous period of equal length, with the change; from zero no change is shown', async () => {
    store.on('GET /api/admin/period-stats', { body: period(30, 150, 120) });
    await open();
    expect(store.calls('GET /api/admin/period-stats').at(-1)?.query.get('days')).toBe('30');
    expect(part('Revenue in Period').textContent).toBe('Revenue in Period$150.00+25.0%$120.00 before');
    expect(part('Orders in Period').textContent).toBe('Orders in Period12\u221225.0%16 before');
    expect(part('Paid Orders in Period').textContent).toBe('Paid Orders in Period90.0%9 before');
    expect(part('Average in Period').textContent).toBe('Average in Period$20.00$0.00 before');
    expect(text()).toContain(`Feb 23 to Mar 1, vs Feb 16 to Feb 22, days in ${shownZone()}`);
  });

  it('is picked, and stands in the address', async () => {
    store.on('GET /api/admin/period-stats', ({ query }) => ({ body: period(Number(query.get('days')), 1, 1) }));
    await open();
    await click(button('90 days'));
    expect(store.calls('GET /api/admin/period-stats').at(-1)?.query.get('days')).toBe('90');
    expect(location.search).toBe('?tab=analytics&days=90');
    expect(text()).toContain('The last 90 days');
  });

  it('is drawn as two charts on one time axis, with the period before and the day that runs', async () => {
    store.on('GET /api/admin/period-stats', ({ query }) => ({ body: period(Number(query.get('days')), 1, 1) }));
    await open();
    const chart = part('Revenue and orders');
    expect([...chart.querySelectorAll('[data-series]')].map((series) => series.getAttribute('data-series'))).toEqual([
      ...['Revenue', 'Orders'],
    ]);
    expect(chart.querySelectorAll('[data-line=before]')).toHaveLength(2);
    expect(chart.querySelectorAll('[data-line=partial]')).toHaveLength(2);
    const labels = [...chart.querySelectorAll('svg[role=img] text')].map((label) => label.textContent);
    expect(labels).toEqual(expect.arrayContaining(['$0', '$10', '$20', '$30', '0', '1', '2', 'Mar 1']));
    expect([...chart.querySelectorAll('ul li')].map((key) => key.textContent)).toEqual([
      ...['This period', 'Period before', 'Today, not finished'],
    ]);
    const [latest, earlier] = await tableOf('Revenue and orders');
    expect(latest).toEqual(['Sun, Mar 1, 2026', '2', '$21.00', '1', '$10.50']);
    expect(earlier?.[0]).toBe('Sat, Feb 28, 2026');
    await click(button('12 months'));
    const weeks = part('Revenue and orders').querySelectorAll('tbody tr');
    const spans = [...weeks].map((row) => row.querySelector('td')?.textContent);
    expect([spans.length, spans[0], spans[8], spans.at(-1)]).toEqual([
      ...[53, 'Feb 23 to Mar 1, 2026', 'Dec 29, 2025 to Jan 4, 2026', 'Mar 2, 2025'],
    ]);
  });

  it('names date, figures and the same day before where the pointer is', async () => {
    await open();
    const drawing = part('Revenue and orders').querySelector('svg[role=img]') as Element;
    await act(async () => {
      drawing.dispatchEvent(new MouseEvent('pointermove', { clientX: 10_000, bubbles: true }));
    });
    expect(part('Revenue and orders').textContent).toContain(
      'Sun, Mar 1, 2026Today, not finishedRevenue: $21.00Orders: 2Fri, Jan 30, 2026Revenue: $10.50Orders: 1',
    );
  });

  it('fails alone: the rest is there', async () => {
    store.on('GET /api/admin/period-stats', { status: 500, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain("Couldn't load the period");
    expect(part('Average Order').textContent).toContain('$45.60');
  });
});

describe('the analytics', () => {
  it('ADM-ANA-1..4, A-61: four cards: average order, API orders, checkout rate, payment rate', async () => {
    await open();
    expect(part('Average Order').textContent).toContain('$45.60$1,534.50 from 33 paid orders');
    expect(part('API Orders').textContent).toContain('1,300');
    expect(part('API Orders').textContent).toContain('1,200 completed');
    expect(part('Checkout Rate').textContent).toContain('12.5%');
    expect(part('Checkout Rate').textContent).toContain('Visitors are added up by day.');
    expect(part('Payment Rate').textContent).toContain('66.0%');
  });

  it('A-61: a rate of nothing is 0%', async () => {
    store.on('GET /api/admin/advanced-stats', {
      body: { ...stats, conversionFunnel: { visitors: 0, checkouts: 0, payments: 0 } },
    });
    await open();
    expect(part('Checkout Rate').querySelector('p')?.textContent).toBe('0%');
    expect(part('Payment Rate').querySelector('p')?.textContent).toBe('0%');
  });

  it('ADM-ANA-5: revenue by category of the picked period, drawn and as a table', async () => {
    store.on('GET /api/admin/period-stats', ({ query }) => ({ body: period(Number(query.get('days')), 1, 1) }));
    await open();
    const bars = () => [...part('Revenue by Category').querySelectorAll('li')].map((bar) => bar.textContent);
    expect(bars()).toEqual(['Likes$30.00', 'Views$307.50']);
    await click(button('90 days'));
    expect(bars()).toEqual(['Likes$90.00', 'Views$922.50']);
    expect(await tableOf('Revenue by Category')).toEqual([
      ['Likes', '$90.00'],
      ['Views', '$922.50'],
    ]);
  });

  it('ADM-ANA-6, ADM-ANA-10: the statuses as a ring, and each with its share', async () => {
    await open();
    const ring = part('Status Distribution').querySelector('svg[role=img]');
    expect(ring?.querySelectorAll('path')).toHaveLength(2);
    expect(ring?.textContent).toBe('8');
    const rows = [...part('Status Breakdown').querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual(['Paid112.5%', 'Completed787.5%']);
    expect(await tableOf('Status Distribution')).toEqual([
      ['Paid', '1', '12.5%'],
      ['Completed', '7', '87.5%'],
    ]);
  });

  it('ADM-ANA-7: orders and revenue of eight weeks, each with a chart of its own, beside the 8 weeks before; the latest first in the table', async () => {
    await open();
    const chart = part('Weekly Orders and Revenue');
    expect([...chart.querySelectorAll('[data-series]')].map((series) => series.getAttribute('data-series'))).toEqual([
      'Revenue',
      'Orders',
    ]);
    const rows = await tableOf('Weekly Orders and Revenue');
    expect(rows).toHaveLength(8);
    expect(rows[0]).toEqual(['Feb 23 to Mar 1, 2026', '7', '$73.50', '2', '$20.00']);
    expect(rows.at(-1)?.[0]).toBe('Jan 5 to Jan 11, 2026');
  });

  it('ADM-ANA-8, ADM-ANA-9: who spent the most, by masked emails as the store sends them', async () => {
    await open();
    const bars = [...part('Top 5 Customers').querySelectorAll('li')].map((bar) => bar.textContent);
    expect(bars).toEqual(['an***@mail.test$400.00', 'bo***@mail.test$20.00']);
    expect(await tableOf('Top 5 Customers')).toEqual([
      ['an***@mail.test', '4', '$400.00'],
      ['bo***@mail.test', '1', '$20.00'],
    ]);
  });

  it('ADM-ANA-11, A-81: the palette has six colours, unlike each other', () => {
    expect(new Set(chartPalette.map((tone) => toneFill[tone])).size).toBe(6);
  });

  it('draws empty charts as sentences', async () => {
    const nothing = {
      categoryStats: [],
      statusDistribution: [],
      topCustomers: [],
      averageOrderValue: 0,
      apiOrdersStats: { total: 0, completed: 0, pending: 0 },
    };
    store.on('GET /api/admin/advanced-stats', { body: { ...stats, ...nothing } });
    const { current, ...unpaid } = period(30, 0, 0);
    store.on('GET /api/admin/period-stats', {
      body: { ...unpaid, current: { ...current, byCategory: byCategory(0) } },
    });
    await open();
    expect(part('Revenue by Category').textContent).toContain('No payments in this period.');
    expect(part('Status Distribution').textContent).toContain('No orders yet.');
    expect(part('Top 5 Customers').textContent).toContain('No payments yet.');
  });

  it('shows what comes while it loads, says when it cannot be had, and tries again', async () => {
    store.on('GET /api/admin/advanced-stats', () => new Promise<never>(() => {}));
    const leave = await open();
    expect(document.querySelector('[aria-label="Analytics are loading"]')).not.toBeNull();
    await leave();
    store.on('GET /api/admin/advanced-stats', { status: 500, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain("Couldn't load the analytics");
    store.on('GET /api/admin/advanced-stats', { body: stats });
    await click(button('Try Again'));
    expect(part('Average Order').textContent).toContain('$45.60');
  });
});

describe('the ledger and the gateway', () => {
  const report = {
    from: '2026-01-25',
    to: '2026-02-28',
    state: 'done',
    problem: null,
    compared: 1200,
    differences: [] as object[],
    started_at: '2026-03-01T03:41:00Z',
    updated_at: '2026-03-01T03:42:00Z',
    difference_count: 0,
  };
  const answer = (changed: object) =>
    store.on('GET /api/admin/reconciliation', { body: { report: { ...report, ...changed } } });

  it('were compared without a difference', async () => {
    answer({});
    await open();
    expect(part('Ledger and gateway').textContent).toContain('No difference1,200 payments of 2026-01-25 to 2026-02-28');
  });

  it('differ: each difference leads to its order', async () => {
    const difference = { kind: 'captured', order_id: 'A1B2C3D4E5F6', gateway_order_id: 'A1B2C3D4E5F6-1' };
    answer({ difference_count: 1, differences: [{ ...difference, ours: 'nothing', theirs: '3.00 USD' }] });
    await open();
    const shown = part('Ledger and gateway');
    expect(shown.textContent).toContain('1 difference');
    expect(shown.textContent).toContain('A1B2C3D4E5F6Captured');
    expect(shown.querySelector('a')?.getAttribute('href')).toBe('/admin/orders/A1B2C3D4E5F6');
  });

  it('wait for the gateway, with the reason', async () => {
    answer({ state: 'running', problem: 'The gateway cannot be reached.' });
    await open();
    expect(part('Ledger and gateway').textContent).toContain('Running');
    expect(part('Ledger and gateway').textContent).toContain('The gateway cannot be reached.');
  });

  it('were never compared', async () => {
    store.on('GET /api/admin/reconciliation', { body: { report: null } });
    await open();
    expect(part('Ledger and gateway').textContent).toContain('Not compared yet.');
  });
});
