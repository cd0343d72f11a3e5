import { beforeEach, expect, it } from 'vitest';
import { button, click, dispatchEvent, type FakeStore, fill, settle, text } from '../testing.tsx';
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
  expect([...part().querySelectorAll('ul[aria-label="Sales by source"] li')].map((bar) => bar.textContent)).toEqual([
    ...['news$31.20', 'Withheld$3.00', 'Direct$0.00'],
  ]);
});

it('D-94: a row leads to its visitors; a word that is no visitor to none', async () => {
  await open();
  expect([...part().querySelectorAll('tbody a')].map((link) => link.getAttribute('href'))).toEqual([
    '/admin?tab=visitors&period=month&source=news',
    '/admin?tab=visitors&period=month&source=direct',
  ]);
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
  store.on('GET /api/admin/source-stats', { body: { ...stats, rows: [], total } });
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
    ...['Visited a page1,200', 'Opened the checkout601,140 lost, 95.0%', 'Placed an order1644 lost, 73.3%'],
    'Paid610 lost, 62.5%',
  ]);
  const select = part().querySelector('select') as HTMLSelectElement;
  select.value = 'withheld';
  await dispatchEvent(select, new Event('change', { bubbles: true }));
  expect(funnel()).toEqual(['Visited a page–', 'Opened the checkout–', 'Placed an order2', 'Paid11 lost, 50.0%']);
});
