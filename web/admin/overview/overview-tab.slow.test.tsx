import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { button, click, type FakeStore, hasButton, settle, sidebar, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';
import { showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './revenue-overview.tsx';
import '../orders/orders-tab.tsx';

let store: FakeStore;

const days = Array.from({ length: 30 }, (_, at) => ({
  date: new Date(now - (29 - at) * 86_400_000).toISOString().slice(0, 10),
  revenue: at === 29 ? 1234.5 : 10,
  orders: at === 29 ? 7 : 1,
}));

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/stats', {
    body: {
      totalOrders: 1500,
      todayOrders: 12,
      pendingOrders: 9,
      revenue: 1234.56,
      formattedRevenue: '-',
      paidAwaiting: 4,
    },
  });
  store.on('GET /api/admin/monthly-stats', { body: days });
  store.on('GET /api/admin/attention', { body: { kinds: [] } });
  store.on('GET /api/orders', { body: [order('AAA')], headers: { 'X-Total-Count': '1' } });
});

function order(id: string, changed: Record<string, unknown> = {}) {
  return {
    id,
    customer_email: `${id.toLowerCase()}@mail.test`,
    customer_username: 'customer',
    amount: 1234.5,
    status: 'paid',
    payment_status: 'paid',
    quantity: 5000,
    category: 'Likes',
    post_links: [],
    created_at: '2026-03-01T11:00:00.000Z',
    ...changed,
  };
}

async function open(path = '/admin'): Promise<void> {
  await openAdmin(path);
  await settle();
}

function part(title: string): Element {
  const head = [...document.querySelectorAll('h2')].find((element) => element.textContent === title);
  const found = head?.closest('section');
  if (!found) throw new Error(`nothing is titled "${title}": ${text()}`);
  return found;
}
const never = () => new Promise<never>(() => {});
const rows = () => [...part('Recent Orders').querySelectorAll('li')];

describe('a live store that is not open yet', () => {
  const launch = (open: boolean) => ({
    mode: 'live',
    open,
    attestation: null,
    statements: [],
    checks: [
      { id: 'provider', title: 'Enter the provider.', done: false, required: true },
      { id: 'legal', title: 'Write texts.', done: false, required: false },
    ],
  });

  it('says so on the overview, and leads to where it is opened', async () => {
    store.on('GET /api/admin/launch', { body: launch(false) });
    await open();
    expect(text()).toContain('The store takes no orders before you open it');
    expect(text()).toContain('where one point is left to do first.');
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Settings, Launch');
    expect(link?.getAttribute('href')).toBe('/admin?tab=settings');
  });

  it('says nothing of it once it is open', async () => {
    store.on('GET /api/admin/launch', { body: launch(true) });
    await open();
    expect(store.calls('GET /api/admin/launch')).toHaveLength(1);
    expect(text()).not.toContain('takes no orders');
  });
});

describe('the address', () => {
  const current = () => sidebar().querySelector('[aria-current=page]')?.textContent;

  it.each([
    ['', 'Overview'],
    ['?tab=orders', 'Orders'],
    ['?tab=finances', 'Finances'],
    ['?tab=analytics', 'Analytics'],
    ['?tab=settings', 'Settings'],
    ['?tab=nonsense', 'Overview'],
  ])('ADM-7, A-57: /admin%s opens %s', async (search, shown) => {
    await open(`/admin${search}`);
    expect(current()).toBe(shown);
  });

  it('A-57: a click opens a tab and names it in the address, so that reload and back work', async () => {
    await open();
    await click(button('Orders', sidebar()));
    expect(location.search).toBe('?tab=orders');
    expect(document.querySelector('h1')?.textContent).toBe('Orders');
    expect(document.activeElement?.id).toBe('content');
  });
});

describe('the figures', () => {
  it('ADM-OVR-1..4, A-31, A-32: four cards, each saying what it counts', async () => {
    await open();
    expect(part('Total Orders').textContent).toBe('Total Orders1,500Completed');
    expect(part('Orders Today').textContent).toBe('Orders Today12Last 24 hours');
    expect(part('Pending Orders').textContent).toBe('Pending Orders94 paid, awaiting processing');
    expect(part('Revenue').textContent).toBe('Revenue$1,234.56Total earnings');
  });

  it('each leads to its list', async () => {
    await open();
    const hrefOf = (title: string) => part(title).querySelector('a')?.getAttribute('href');
    expect(['Total Orders', 'Orders Today', 'Pending Orders', 'Revenue'].map(hrefOf)).toEqual([
      '/admin?tab=orders&status=completed',
      expect.stringMatching(/^\/admin\?tab=orders&from=2026-02-28T\d\d:\d\d:\d\d\.\d{3}Z$/),
      '/admin?tab=orders&status=pending,paid',
      '/admin?tab=finances',
    ]);
  });

  it('each shows its change against the period before, where there is one', async () => {
    const rest = { orders: 1, paidOrders: 1, averageOrder: 1 };
    const period = (from: string, to: string, completedOrders: number, revenue: number) => ({
      ...rest,
      from,
      to,
      completedOrders,
      revenue,
    });
    store.on('GET /api/admin/period-stats', {
      body: {
        days: 30,
        current: period('2026-01-31', '2026-03-01', 118, 90),
        before: period('2026-01-01', '2026-01-30', 100, 100),
      },
    });
    store.on('GET /api/admin/stats', {
      body: {
        totalOrders: 1500,
        todayOrders: 12,
        todayDeclined: 3,
        ordersDayBefore: 8,
        pendingOrders: 9,
        revenue: 1,
        formattedRevenue: '-',
      },
    });
    await open();
    expect(part('Total Orders').textContent).toBe('Total Orders1,500Completed+18.0% in 30 days, vs Jan 1 to Jan 30');
    expect(part('Orders Today').textContent).toBe(
      'Orders Today12Last 24 hours, 3 declined+50.0% vs the 24 hours before',
    );
    expect(part('Revenue').textContent).toContain('\u221210.0% in 30 days');
    expect(part('Pending Orders').textContent).not.toContain('%');
  });

  it('D-44: the revenue has the form of the language', async () => {
    await showTexts('pt');
    onTestFinished(() => showTexts(defaultTextSet));
    await open();
    expect(part('Receita').textContent).toContain('US$\u00a01.234,56');
  });

  it('ADM-OVR-5: placeholders while they are on their way', async () => {
    store.on('GET /api/admin/stats', never);
    await open();
    for (const title of ['Total Orders', 'Orders Today', 'Pending Orders', 'Revenue']) {
      expect(part(title).getAttribute('aria-busy')).toBe('true');
      expect(part(title).querySelectorAll('.skeleton')).toHaveLength(2);
    }
  });

  it('says when they cannot be had, and lets try again, while the rest is there', async () => {
    store.on('GET /api/admin/stats', { status: 500, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain("Couldn't load the figures");
    expect(rows()).toHaveLength(1);
    store.on('GET /api/admin/stats', {
      body: { totalOrders: 1, todayOrders: 0, pendingOrders: 0, revenue: 0, formattedRevenue: '-', paidAwaiting: 0 },
    });
    await click(button('Try Again'));
    expect(part('Total Orders').textContent).toContain('1');
  });
});

describe('the chart', () => {
  it('ADM-OVR-6..13: revenue in green with dollars on the right, orders in purple on the left, 350 px tall', async () => {
    await open();
    const chart = part('Revenue Overview');
    expect(chart.textContent).toContain('Monthly revenue and order statistics');
    expect([...chart.querySelectorAll('ul li')].map((entry) => entry.textContent)).toEqual(['Revenue ($)', 'Orders']);
    const svg = chart.querySelector('svg[role=img]');
    expect(svg?.getAttribute('height')).toBe('350');
    const stroke = (name: string) => svg?.querySelector(`[data-series=${name}] path:last-child`)?.getAttribute('class');
    expect(stroke('Revenue')).toContain('stroke-green');
    expect(stroke('Orders')).toContain('stroke-purple');
    const axis = [...(svg?.querySelectorAll('text') ?? [])].map((label) => ({
      text: label.textContent ?? '',
      x: Number(label.getAttribute('x')),
    }));
    const width = Number(svg?.getAttribute('width'));
    const money = axis.filter((label) => label.text.startsWith('$'));
    expect(money.map((label) => label.text)).toEqual(['$0.00', '$500.00', '$1,000.00', '$1,500.00', '$2,000.00']);
    expect(money.every(({ x }) => x > width / 2)).toBe(true);
    const counts = axis.filter((label) => /^\d+$/.test(label.text));
    expect(counts.map((label) => label.text)).toEqual(['0', '2', '4', '6', '8']);
    expect(counts.every(({ x }) => x < width / 2)).toBe(true);
  });

  it('has the same figures as a table behind it, the latest day first', async () => {
    await open();
    await click(button('Show Revenue Overview as a table'));
    const table = part('Revenue Overview').querySelector('table');
    expect(table?.querySelectorAll('tbody tr')).toHaveLength(30);
    const cells = [...(table?.querySelector('tbody tr')?.querySelectorAll('td') ?? [])];
    expect(cells.map((cell) => cell.lastChild?.textContent)).toEqual(['Mar 1', '$1,234.50', '7']);
    await click(button('Show Revenue Overview as a chart'));
    expect(part('Revenue Overview').querySelector('table')).toBeNull();
  });

  it('ADM-OVR-14: a skeleton in its place while it loads', async () => {
    store.on('GET /api/admin/monthly-stats', never);
    await open();
    expect(part('Revenue Overview').getAttribute('aria-busy')).toBe('true');
    expect(part('Revenue Overview').querySelector('svg')).toBeNull();
    expect(part('Revenue Overview').querySelectorAll('.skeleton').length).toBeGreaterThan(0);
  });
});

describe('the newest orders', () => {
  it('ADM-OVR-15..21: at most five, each with letter, email, amount, status, date and what was bought', async () => {
    const five = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((id) => order(id));
    five[1] = order('BBB', { customer_username: 'zoe', quantity: null });
    five[2] = order('CCC', { category: null });
    store.on('GET /api/orders', { body: five, headers: { 'X-Total-Count': '6' } });
    await open();
    expect(store.calls('GET /api/orders').at(-1)?.query.get('limit')).toBe('5');
    expect(rows()).toHaveLength(5);
    const [first, second, third] = rows();
    expect(first?.querySelector('[data-part=avatar]')?.textContent).toBe('C');
    for (const shown of ['aaa@mail.test', '$1,234.50', 'Paid', formatDate('2026-03-01T11:00:00.000Z'), '5,000 Likes']) {
      expect(first?.textContent).toContain(shown);
    }
    expect(second?.querySelector('[data-part=avatar]')?.textContent).toBe('Z');
    expect(second?.textContent).not.toContain('Likes');
    expect(third?.textContent).not.toContain('5,000');
    await click(first?.querySelector('a') as Element);
    expect(location.pathname).toBe('/admin/orders/AAA');
  });

  it('ADM-OVR-22: five placeholder rows while they load', async () => {
    store.on('GET /api/orders', never);
    await open();
    expect(rows()).toHaveLength(5);
    expect(part('Recent Orders').querySelector('[aria-busy=true]')).not.toBeNull();
  });

  it('ADM-OVR-23: says that there are none', async () => {
    store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
    await open();
    expect(part('Recent Orders').textContent).toContain('No orders found');
  });

  it.each([
    [5, false],
    [6, true],
    [1234, true],
  ])('ADM-OVR-24, ADM-OVR-25: with %d orders the way to all of them is there: %s', async (total, isThere) => {
    store.on('GET /api/orders', { body: [order('AAA')], headers: { 'X-Total-Count': String(total) } });
    await open();
    const name = `View All Orders (${total.toLocaleString('en-US')})`;
    expect(hasButton(name)).toBe(isThere);
    if (!isThere) return;
    await click(button(name));
    expect(location.pathname).toBe('/admin/orders');
  });
});
