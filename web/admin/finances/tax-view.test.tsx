import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
import {
  button,
  choose,
  click,
  dispatchEvent,
  type FakeStore,
  fakeStore,
  field,
  fill,
  settle,
  show,
  text,
} from '../testing.tsx';

const now = Date.parse('2026-03-20T12:00:00Z');
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

const figures = { orders: 1, sales: 12, refunds: 0, disputes: 0, net_sales: 12, tax: 0, net_without_tax: 12 };
const row = { month: '2026-02', card_country: null, card_country_code: null, rate: null, ...figures };
const rows = [
  {
    ...row,
    country: 'Portugal',
    country_code: 'PT',
    card_country: 'United States',
    card_country_code: 'US',
    rate: 23,
    orders: 2,
    refunds: 2,
    net_sales: 10,
    tax: 1.87,
    net_without_tax: 8.13,
  },
  { ...row, country: null, country_code: null },
];
const total = { ...figures, orders: 3, sales: 24, refunds: 2, net_sales: 22, tax: 1.87, net_without_tax: 20.13 };
const months = { from: '2026-01', to: '2026-03' };
const rate = {
  id: '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
  country_code: 'PT',
  country: 'Portugal',
  percent: 23,
  valid_from: '2026-01-01',
  updated_at: '2026-01-01T00:00:00.000Z',
};

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', 'abc');
  store = fakeStore();
  store.on('GET /api/admin/verify', {
    body: { user: { email: 'o@s.test', role: 'admin', exp: now / 1000 + 3600, denied: [] } },
  });
  store.on('GET /api/admin/finances/tax', {
    body: { ...months, currency: 'USD', rows, total: { ...total, without_rate: 12 } },
  });
  store.on('GET /api/admin/finances/tax-rates', { body: [rate] });
});

afterEach(async () => {
  await hide?.();
  hide = undefined;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(search = ''): Promise<void> {
  history.replaceState(null, '', `/admin?tab=finances&view=tax${search}`);
  hide = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
  await settle();
}

const main = () => document.querySelector('#content') as HTMLElement;
const lines = () => [...main().querySelectorAll('table')][0]?.querySelectorAll('tbody tr') ?? [];
const asked = () => Object.fromEntries(store.calls('GET /api/admin/finances/tax').at(-1)?.query ?? []);

describe('the tax report', () => {
  it('D-96: shows each row and the total; what has no rate is named', async () => {
    await open();
    expect(asked()).toEqual(months);
    const [first, second, last] = [...lines()].map((line) => line.textContent ?? '');
    for (const part of [
      'Feb 2026',
      'Portugal',
      'United States',
      '23%',
      '$12.00',
      '$2.00',
      '$10.00',
      '$1.87',
      '$8.13',
    ]) {
      expect(first).toContain(part);
    }
    expect(second).toContain('Unknown');
    expect(second).toContain('no rate');
    expect(last).toContain('Total');
    expect(last).toContain('$20.13');
    expect(text()).toContain('$12.00 of net sales come from countries without a rate.');
  });

  it('D-96: the address has the months', async () => {
    await open('&from=2025-10&to=2025-12');
    expect(asked()).toEqual({ from: '2025-10', to: '2025-12' });
    expect(button('Last quarter').getAttribute('aria-pressed')).toBe('true');
    await click(button('Last year'));
    await settle();
    expect(location.search).toBe('?tab=finances&view=tax&from=2025-01&to=2025-12');
    expect(asked()).toEqual({ from: '2025-01', to: '2025-12' });
    const select = main().querySelectorAll('select')[0] as HTMLSelectElement;
    await choose(select, '2025-03');
    expect(asked()).toEqual({ from: '2025-03', to: '2025-12' });
  });

  it('D-96: is downloaded and printed', async () => {
    await open();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await click(button('Print or save as PDF'));
    expect(print).toHaveBeenCalledTimes(1);
    store.on('POST /api/admin/finances/tax/export', { body: { path: '/api/admin/tax.csv?ticket=t' } });
    await click(button('Download CSV'));
    await settle();
    expect(store.calls('POST /api/admin/finances/tax/export').at(-1)?.body).toEqual(months);
  });

  it('D-96: without payments says so, and keeps the rates', async () => {
    store.on('GET /api/admin/finances/tax', {
      body: { ...months, currency: 'USD', rows: [], total: { ...total, without_rate: 0 } },
    });
    await open();
    expect(text()).toContain('No payments in these months');
    expect(text()).toContain('From Jan 1, 2026');
  });
});

describe('the tax rates', () => {
  it('D-96: are added with a country, a percentage and a day', async () => {
    await open();
    store.on('POST /api/admin/finances/tax-rates', { body: rate });
    await click(button('Add a rate'));
    const select = document.querySelector('dialog select') as HTMLSelectElement;
    await choose(select, 'BR');
    await fill(field('dialog input[inputmode=decimal]'), '101');
    expect(button('Save', document.querySelector('dialog') as Element).disabled).toBe(true);
    const percent = field('dialog input[inputmode=decimal]');
    await dispatchEvent(percent, new FocusEvent('focusout', { bubbles: true }));
    expect(document.querySelector('dialog')?.textContent).toContain('Enter a percentage from 0 to 100');
    await fill(field('dialog input[inputmode=decimal]'), '8,25 %');
    await fill(field('dialog input[type=date]'), '2026-02-15');
    await click(button('Save'));
    expect(store.calls('POST /api/admin/finances/tax-rates').map(({ body }) => body)).toEqual([
      { country_code: 'BR', percent: 8.25, valid_from: '2026-02-15' },
    ]);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('D-96: a deleted one can be restored', async () => {
    await open();
    store.on(`DELETE /api/admin/finances/tax-rates/${rate.id}`, { body: { success: true } });
    store.on('POST /api/admin/finances/tax-rates', { body: rate });
    await click(button('Delete the rate of Portugal from Jan 1, 2026'));
    await settle();
    await click(button('Undo'));
    await settle();
    expect(store.calls('POST /api/admin/finances/tax-rates').at(-1)?.body).toEqual({
      country_code: 'PT',
      percent: 23,
      valid_from: '2026-01-01',
    });
  });
});
