import { beforeEach, expect, it } from 'vitest';
import { button, choose, click, type FakeStore, fill, settle, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import '../analytics/analytics-tab.tsx';

let store: FakeStore;
const stats = {
  from: '2026-01-31',
  to: '2026-03-01',
  rows: [
    { name: 'news', visitors: 200, checkouts: 20, orders: 10, paid: 5, sales: 31.2 },
    { name: 'withheld', visitors: null, checkouts: null, orders: 2, paid: 1, sales: 3 },
    { name: 'direct', visitors: 1000, checkouts: 40, orders: 4, paid: 0, sales: 0 },
  ],
  more: 0,
  total: { visitors: 1200, checkouts: 60, orders: 16, paid: 6, sales: 34.2 },
  lost: {
    orders: [
      { reason: 'link', count: 14 },
      { reason: 'unknown', count: 30 },
    ],
    paid: [
      { reason: 'declined_bank', count: 5 },
      { reason: 'not_opened', count: 4 },
      { reason: 'unknown', count: 1 },
    ],
  },
};
const figures = {
  from: '2026-01-31',
  to: '2026-03-01',
  orders: 10,
  paidOrders: 5,
  revenue: 31.2,
  averageOrder: 6.24,
  completedOrders: null,
  byCategory: null,
  byDay: [{ date: '2026-03-01', revenue: 31.2, orders: 10 }],
};

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/source-stats', { body: stats });
});

async function open(query = ''): Promise<void> {
  await openAdmin(`/admin?tab=analytics${query}`);
  await settle();
}

function part(): HTMLElement {
  const found = document.querySelector<HTMLElement>('section[aria-labelledby=sources]');
  if (!found) throw new Error(`no sources: ${text()}`);
  return found;
}

const rows = () =>
  [...part().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) =>
      [...cell.querySelectorAll('[translate=no], a, b, .font-semibold')].map((one) => one.textContent).join(' '),
    ),
  );

it('D-94: each source with the share of each step, and all of them together', async () => {
  await open();
  expect(rows()).toEqual([
    ['news', '200', '20 10.0%', '10 50.0%', '5 50.0%', '2.5%', '$31.20'],
    ['Withheld', '–', '–', '2', '1 50.0%', '–', '$3.00'],
    ['Direct', '1,000', '40 4.0%', '4 10.0%', '0 0.0%', '0.0%', '$0.00'],
    ['All sources', '1,200', '60 5.0%', '16 26.7%', '6 37.5%', '0.5%', '$34.20'],
  ]);
  expect(part().textContent).toContain('the browser asks not to be tracked');
  expect([...part().querySelectorAll('ul[aria-label="Net sales by source"] li')].map((bar) => bar.textContent)).toEqual(
    [...['news$31.20', 'Withheld$3.00', 'Direct$0.00']],
  );
});

const links = () => [...part().querySelectorAll('tbody a')].map((link) => link.getAttribute('href'));

it('D-97: a source narrows the screen; a campaign leads to its visitors', async () => {
  await open('&days=90');
  expect(links()).toEqual(['news', 'withheld', 'direct'].map((name) => `/admin?tab=analytics&days=90&source=${name}`));
  store.on('GET /api/admin/source-stats', { body: { ...stats, rows: [{ ...stats.rows[0], name: 'spring' }] } });
  await click(button('Campaign'));
  expect(links()).toEqual(['/admin?tab=visitors&period=month&campaign=spring']);
});

it('D-97: a narrowed screen has figures of the source alone, and names what is hidden; the chip removes the source', async () => {
  store.on('GET /api/admin/period-stats', ({ query }) => ({
    body: { days: 30, current: figures, before: { ...figures, revenue: Number(query.has('source')) } },
  }));
  const [row] = stats.rows;
  const total = { ...row, name: undefined };
  store.on('GET /api/admin/source-stats', { body: { ...stats, rows: [row], total } });
  await open('&source=news');
  for (const call of ['GET /api/admin/period-stats', 'GET /api/admin/source-stats'] as const)
    expect(store.calls(call).map(({ query }) => query.get('source'))).toEqual(['news']);
  expect(store.calls('GET /api/admin/advanced-stats')).toEqual([]);
  expect(rows().map(([name]) => name)).toEqual(['news']);
  expect(part().querySelector('select')).toBeNull();
  expect(text()).toContain('Not counted by source, and hidden:');
  expect(store.calls('GET /api/admin/reconciliation')).toEqual([]);
  const hrefs = () => [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
  for (const tab of ['analytics', 'finances', 'visitors']) expect(hrefs()).toContain(`/admin?tab=${tab}&source=news`);
  expect(hrefs()).toContain('/admin?tab=customers');
  await click(button('Remove the filter Source: news'));
  expect(location.search).toBe('?tab=analytics');
  expect(hrefs()).toContain('/admin?tab=visitors');
  await settle();
  expect(store.calls('GET /api/admin/reconciliation')).toHaveLength(1);
});

it('D-94: list and period are in the address and in the call', async () => {
  await open('&days=90');
  await click(button('Country'));
  expect(location.search).toBe('?tab=analytics&days=90&by=country');
  const { query } = store.calls('GET /api/admin/source-stats').at(-1) ?? {};
  expect([query?.get('days'), query?.get('by')]).toEqual(['90', 'country']);
});

it('D-94: without figures it has a sentence', async () => {
  const total = { visitors: 0, checkouts: 0, orders: 0, paid: 0, sales: 0 };
  store.on('GET /api/admin/source-stats', { body: { ...stats, rows: [], total, lost: { orders: [], paid: [] } } });
  await open();
  expect(part().textContent).toContain('No visitors and no orders in this period.');
  await click(button('Campaign'));
  expect(part().textContent).toContain('No campaign in this period.');
});

it('D-94: builds a link with clean tags, to copy and as a QR code', async () => {
  await open();
  await click(button('Build a link'));
  const field = (name: string) =>
    document.querySelector<HTMLInputElement>(`dialog input[name=${name}]`) as HTMLInputElement;
  expect(document.querySelector('dialog svg[role=img]')).toBeNull();
  await fill(field('source'), 'direct');
  expect(document.querySelector('dialog')?.textContent).toContain('The store uses this word itself.');
  await fill(field('source'), 'news<letter>');
  await fill(field('campaign'), 'Spring sale');
  await click(button('About'));
  expect(document.querySelector('dialog .font-mono')?.textContent).toBe(
    `${location.origin}/about?utm_source=newsletter&utm_campaign=Spring+sale`,
  );
  expect(document.querySelector('dialog svg[role=img]')?.getAttribute('aria-label')).toBe('QR code of the link');
  expect(document.querySelector('dialog')?.textContent).toContain('are kept, at most 100.');
});

it('D-94: the funnel of all and of one source, with what is lost at each step', async () => {
  await open();
  const funnel = () =>
    [...(part().querySelectorAll('section[aria-labelledby=source-funnel] li') ?? [])].map((step) => step.textContent);
  expect(funnel()).toEqual([
    ...['Visited a page1,200', 'Opened the checkout601,140 lost, 95.0%'],
    'Placed an order1644 lost, 73.3%44 of 60 lost: 14 sent a link that was refused, 30 left the form, or unknown',
    'Paid610 lost, 62.5%10 of 16 lost: 5 declined by the bank, 4 never opened the card form, 1 not finished, or unknown',
  ]);
  const pick = (name: string) => choose(part().querySelector('select') ?? undefined, name);
  // A name of another list has no reasons.
  await click(button('Device'));
  await pick('withheld');
  expect(funnel()).toEqual(['Visited a page–', 'Opened the checkout–', 'Placed an order2', 'Paid11 lost, 50.0%']);
  await click(button('Source'));
  await pick('news');
  expect(location.search).toContain('source=news');
});
