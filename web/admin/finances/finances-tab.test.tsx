import { act } from 'react';
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
import type { Figures } from './statement-lines.ts';

const now = Date.parse('2026-03-20T12:00:00Z');
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

const none: Figures = {
  paid: 0,
  sales: 0,
  refunds: 0,
  disputes: 0,
  net_sales: 0,
  provider_cost: 0,
  fees: 0,
  other_costs: 0,
  costs_by_kind: { ads: 0, hosting: 0, other: 0 },
  kept: 0,
  share_kept: null,
  estimated_costs: 0,
  unknown_costs: 0,
  estimated_fees: 0,
  unknown_fees: 0,
  unknown_other_costs: 0,
};
const march: Figures = {
  ...none,
  paid: 30,
  sales: 500,
  refunds: 20,
  net_sales: 480,
  provider_cost: 60,
  fees: 17,
  other_costs: 40,
  costs_by_kind: { ads: 40, hosting: 0, other: 0 },
  kept: 363,
  share_kept: 75.6,
};

const rate = {
  id: '0b5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
  currency: 'EUR',
  day: '2026-03-04',
  usd: 1.0825,
  created_at: '2026-03-04T00:00:00.000Z',
  updated_at: '2026-03-04T00:00:00.000Z',
};

function column(figures: Partial<Figures>, unsent = 0) {
  const span = { from: '2026-03-01', to: '2026-03-20' };
  return {
    ...span,
    running: true,
    figures: { ...march, ...figures },
    unsent_orders: unsent,
    before: { from: '2026-02-01', to: '2026-02-20', figures: { ...none, paid: 20, kept: 300, sales: 400 } },
    year_before: { from: '2025-03-01', to: '2025-03-20', figures: none },
  };
}

function answer(figures: Partial<Figures> = {}, unsent = 0, missing: object[] = []): void {
  const shown = column(figures, unsent);
  const { from, to } = shown;
  const total = { from, to, figures: shown.figures };
  store.on('GET /api/admin/finances', {
    body: { step: 'month', source: null, currency: 'USD', today: to, columns: [shown], total, missing_rates: missing },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', 'abc');
  store = fakeStore();
  signIn([]);
  answer();
  store.on('GET /api/admin/finances/costs', { body: [] });
  store.on('GET /api/admin/finances/rates', { body: [] });
  store.on('GET /api/admin/finances/groups', { body: [{ name: 'Likes', ...march }] });
});

afterEach(async () => {
  await hide?.();
  hide = undefined;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function signIn(denied: string[]): void {
  const user = { email: 'o@s.test', role: 'admin', exp: now / 1000 + 3600, denied };
  store.on('GET /api/admin/verify', { body: { user } });
}

async function open(search = ''): Promise<void> {
  history.replaceState(null, '', `/admin?tab=finances${search}`);
  hide = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
  await settle();
}

const main = () => document.querySelector('#content') as HTMLElement;
const lineOf = (name: string) =>
  [...main().querySelectorAll('tr')].find((row) => row.querySelector('th')?.textContent === name)?.textContent;

describe('the sources', () => {
  const row = (first: string) =>
    [...main().querySelectorAll('tr')].find((one) => one.querySelector('td')?.textContent === first)?.textContent;

  beforeEach(() => {
    const { costs_by_kind: _, other_costs: __, ...sums } = march;
    store.on('GET /api/admin/finances/groups', ({ query }) => ({
      body:
        query.get('by') === 'source'
          ? [
              { ...sums, name: 'instagram', net_sales: 400, kept: 300, ads: 40, unknown_costs: 1 },
              { ...sums, name: 'unknown', net_sales: 80, kept: 63, ads: 0 },
            ]
          : [{ ...sums, name: '', ads: null }],
    }));
  });

  it('D-97: each source with its ads, what is kept and the return; the rows add up to the statement', async () => {
    answer({ costs_by_kind: { ads: 40, hosting: 10, other: 5 } });
    await open('&view=sources');
    expect(row('instagram')).toContain('−$40.00');
    expect(row('instagram')).toContain('up to$300.00');
    expect(row('instagram')).toContain('10.0×');
    expect(row('Unknown')).toContain('$63.00');
    expect(row('Hosting and other costs')).toContain('−$15.00');
    expect(row('All sources')).toContain('$363.00');
    expect(row('Without a campaign')).toContain('$480.00');
    const [link] = [...main().querySelectorAll('td a')];
    expect(link?.getAttribute('href')).toBe('/admin?tab=finances&view=sources&source=instagram');
    expect([...main().querySelectorAll('nav a')].map((one) => one.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/admin?tab=finances', '/admin?tab=finances&view=sources']),
    );
  });
});

describe('the statement', () => {
  it('D-95, D-59: shows each line with its sign, and what was kept', async () => {
    await open();
    expect(document.querySelector('h1')?.textContent).toBe('Finances');
    expect(lineOf('Sales')).toContain('$500.00');
    expect(lineOf('Refunds')).toContain('−$20.00');
    expect(lineOf('Net sales')).toContain('$480.00');
    expect(lineOf("Provider's cost")).toContain('−$60.00');
    expect(lineOf('Ads')).toContain('−$40.00');
    expect(lineOf('Hosting')).toBeUndefined();
    expect(lineOf('Kept')).toContain('$363.00');
    expect(lineOf('Share kept')).toContain('75.6%');
    expect(text()).toContain('$363.00 kept');
    expect(text()).toContain('+21.0% vs');
  });

  it('D-95: marks what is not final, and counts why', async () => {
    answer({ unknown_costs: 12, estimated_fees: 31 }, 2);
    await open();
    expect(lineOf("Provider's cost")).toContain('from−$60.00');
    expect(lineOf('Gateway fees')).toContain('est.−$17.00');
    expect(lineOf('Kept')).toContain('up to$363.00');
    expect(text()).toContain('Up to $363.00 kept');
    expect(text()).toContain('12 links without a known cost');
    expect(text()).toContain('31 payments with an estimated fee');
    const unsent = [...main().querySelectorAll('a')].find((link) => link.textContent === '2 orders not sent yet');
    expect(unsent?.getAttribute('href')).toBe('/admin/orders?queue=to_send');
  });

  it('D-99: costs in a currency without a rate lead to the form of its rate', async () => {
    const missing = [{ currency: 'EUR', links: 12, costs: 1, from: '2026-03-04' }];
    answer({ unknown_costs: 13, unknown_other_costs: 1 }, 0, missing);
    await open();
    expect(lineOf('Other costs')).toContain('from\u2212$40.00');
    expect(lineOf('Kept')).toContain('up to$363.00');
    expect(text()).toContain('1 link without a known cost');
    const link = [...main().querySelectorAll('a')].find((one) => one.textContent?.includes('EUR'));
    expect(link?.textContent).toBe('12 links and 1 other cost charged in EUR: enter a rate');
    await click(link as HTMLElement);
    await settle();
    expect(document.querySelector('dialog')?.textContent).toContain('US dollars for 1 EUR');
    expect(field('dialog input[type=date]').value).toBe('2026-03-04');
    store.on('POST /api/admin/finances/rates', { body: rate });
    await fill(field('dialog input[inputmode=decimal]'), '1,0825');
    await click(button('Save'));
    await settle();
    expect(store.calls('POST /api/admin/finances/rates').map(({ body }) => body)).toEqual([
      { currency: 'EUR', day: '2026-03-04', usd: 1.0825 },
    ]);
    expect(location.search).toBe('?tab=finances');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('D-95: a figure opens its orders', async () => {
    answer({ disputes: 10 });
    await open();
    const hrefs = [...main().querySelectorAll('td a')].map((link) => link.getAttribute('href'));
    const days = 'from=2026-03-01&to=2026-03-20';
    expect(hrefs).toEqual([
      `/admin?tab=orders&${days}`,
      `/admin?tab=orders&payment=refunded&${days}`,
      `/admin?tab=orders&payment=disputed&${days}`,
    ]);
  });

  it('D-95: the address has step, end and comparison', async () => {
    await open('&compare=before');
    expect(lineOf('Sales')).toContain('$400.00');
    await click(button('Week'));
    await settle();
    expect(location.search).toBe('?tab=finances&step=week&compare=before');
    await click(button('Earlier'));
    expect(location.search).toContain('until=2026-02-28');
    expect(store.calls('GET /api/admin/finances').at(-1)?.query.get('until')).toBe('2026-02-28');
  });

  it('D-95: shows the groups of the same days; only costs have a provider', async () => {
    store.on('GET /api/admin/providers', { body: [{ id: 'p2', name: 'Second' }] });
    await open();
    const asked = () => store.calls('GET /api/admin/finances/groups').at(-1)?.query;
    expect(Object.fromEntries(asked() ?? [])).toEqual({ by: 'category', from: '2026-03-01', to: '2026-03-20' });
    const group = (name: string) =>
      [...main().querySelectorAll('tr')].find((row) => row.querySelector('td')?.textContent === name)?.textContent;
    expect(group('Likes')).toContain('$480.00');
    store.on('GET /api/admin/finances/groups', {
      body: [
        { name: '', ...march },
        { name: 'p2', ...march, provider_cost: 12.5 },
      ],
    });
    await click(button('Provider'));
    await settle();
    expect(group('Second')).toContain('$12.50');
    expect(group('Not known')).toBeUndefined();
  });

  it('D-97: of one source it names what is hidden, and leads to no orders of others', async () => {
    const shown = column({});
    const { from, to } = shown;
    store.on('GET /api/admin/finances', ({ query }) => ({
      body: {
        step: 'month',
        source: query.get('source'),
        currency: 'USD',
        today: to,
        columns: [shown],
        missing_rates: [],
        total: { from, to, figures: shown.figures },
      },
    }));
    await open('&source=instagram');
    expect(store.calls('GET /api/admin/finances').at(-1)?.query.get('source')).toBe('instagram');
    expect(text()).toContain('Not counted by source, and hidden: categories, countries and providers');
    expect(store.calls('GET /api/admin/finances/groups')).toEqual([]);
    expect(store.calls('GET /api/admin/finances/costs')).toEqual([]);
    expect(lineOf('Sales')).toContain('$500.00');
    expect(main().querySelectorAll('td a')).toHaveLength(0);
    await click(button('Week'));
    expect(location.search).toContain('source=instagram');
    await click(button('Remove the filter Source: instagram'));
    await settle();
    expect(location.search).not.toContain('source');
    expect(store.calls('GET /api/admin/finances/costs')).toHaveLength(1);
  });

  it('D-95: without payments and costs it is empty', async () => {
    answer(none);
    await open();
    expect(text()).toContain('No payments and no costs in these periods');
  });

  it('D-95: a failure offers another try', async () => {
    store.on('GET /api/admin/finances', { status: 500, body: { message: 'Broken.' } });
    await open();
    await settle(10_000);
    expect(text()).toContain("Couldn't load the finances");
    answer();
    await click(button('Try Again'));
    await settle();
    expect(lineOf('Kept')).toContain('$363.00');
  });

  it('D-95: a role without costs is led to the analytics, and nothing is requested', async () => {
    signIn(['readStatement', 'listOtherCosts']);
    await open();
    expect(text()).toContain('Only managers and owners see costs');
    expect(store.calls('GET /api/admin/finances')).toEqual([]);
  });
});

describe('other costs', () => {
  const cost = {
    id: '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
    day: '2026-03-02',
    kind: 'ads',
    source: 'google',
    amount: 40,
    currency: 'USD',
    amount_usd: 40,
    note: 'Spring',
    created_at: '2026-03-02T00:00:00.000Z',
    updated_at: '2026-03-02T00:00:00.000Z',
  };

  it('D-95: are added with a day, a kind and an amount', async () => {
    await open();
    store.on('POST /api/admin/finances/costs', { body: cost });
    await click(button('Add a cost'));
    await fill(field('dialog input[type=date]'), '2026-03-02');
    await fill(field('dialog input[maxlength="100"]'), ' google ');
    await fill(field('dialog input[inputmode=decimal]'), '40,00');
    await click(button('Save'));
    expect(store.calls('POST /api/admin/finances/costs').map(({ body }) => body)).toEqual([
      { day: '2026-03-02', kind: 'ads', source: 'google', amount: 40, currency: 'USD', note: '' },
    ]);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each(['1.234', '0,500', 'ten', '-5'])('D-99: the amount %j is refused with a sentence', async (typed) => {
    await open();
    await click(button('Add a cost'));
    const amount = () => field('dialog input[inputmode=decimal]');
    await fill(amount(), typed);
    expect(document.querySelector('dialog')?.textContent).not.toContain('at most two decimals');
    await dispatchEvent(amount(), new FocusEvent('focusout', { bubbles: true }));
    expect(document.querySelector('dialog')?.textContent).toContain('at most two decimals, such as 12.50');
    expect(button('Save').disabled).toBe(true);
  });

  it('D-99: one in another currency shows its amount in dollars, or leads to its rate', async () => {
    store.on('GET /api/admin/finances/rates', { body: [rate] });
    store.on('GET /api/admin/finances/costs', {
      body: [
        { ...cost, currency: 'EUR', amount_usd: 43.3 },
        { ...cost, id: '3c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d', currency: 'BRL', amount_usd: null },
      ],
    });
    await open();
    expect(text()).toContain('40.00 EUR$43.30');
    const link = [...main().querySelectorAll('a')].find((one) => one.textContent === 'Enter a rate');
    expect(link?.getAttribute('href')).toBe('/admin?tab=finances&rate=BRL&rate_from=2026-03-02');
    await click(button('Change 40.00 EUR of Mar 2, 2026'));
    store.on(`PUT /api/admin/finances/costs/${cost.id}`, {
      status: 400,
      body: { code: 'invalid_input', reason: 'cost_currency_unknown', field: 'currency', message: 'Unknown.' },
    });
    await click(button('Save'));
    await settle();
    expect(store.calls(`PUT /api/admin/finances/costs/${cost.id}`)[0]?.body).toMatchObject({ currency: 'EUR' });
    expect(document.querySelector('dialog')?.textContent).toContain('Unknown.');
  });

  it('D-99: a rate is changed, and a deleted one restored', async () => {
    store.on('GET /api/admin/finances/rates', { body: [rate] });
    await open();
    expect(text()).toContain('1.0825 USD');
    await click(button('Change the rate of EUR from Mar 4, 2026'));
    store.on(`PUT /api/admin/finances/rates/${rate.id}`, { body: rate });
    await fill(field('dialog input[inputmode=decimal]'), '1.2');
    await click(button('Save'));
    await settle();
    expect(store.calls(`PUT /api/admin/finances/rates/${rate.id}`)[0]?.body).toEqual({
      currency: 'EUR',
      day: '2026-03-04',
      usd: 1.2,
    });
    store.on(`DELETE /api/admin/finances/rates/${rate.id}`, { body: { success: true } });
    store.on(`POST /api/admin/finances/rates/${rate.id}/restore`, { body: rate });
    await click(button('Delete the rate of EUR from Mar 4, 2026'));
    await settle();
    await click(button('Undo'));
    await settle();
    expect(store.calls(`POST /api/admin/finances/rates/${rate.id}/restore`)).toHaveLength(1);
  });

  it('D-95: a deleted one can be restored', async () => {
    store.on('GET /api/admin/finances/costs', { body: [cost] });
    await open();
    store.on(`DELETE /api/admin/finances/costs/${cost.id}`, { body: { success: true } });
    store.on(`POST /api/admin/finances/costs/${cost.id}/restore`, { body: cost });
    await click(button('Delete $40.00 of Mar 2, 2026'));
    await settle();
    await click(button('Undo'));
    await settle();
    expect(store.calls(`POST /api/admin/finances/costs/${cost.id}/restore`)).toHaveLength(1);
  });

  it('D-95: a file is previewed; it cannot be imported while a line is refused', async () => {
    const preview = {
      headings: ['Date', 'Spend'],
      columns: { day: 0, amount: 1, kind: null, source: null, note: null, currency: null },
      day_order: 'ymd',
      lines: 2,
      added: 1,
      known: 0,
      refused: 1,
      beside: 0,
      saved_costs: [],
      saved: false,
      preview: [{ line: 2, known: false, ...cost }],
      problems: [
        { line: 3, text: 'x | 1', message: '"x" is no day.', code: 'cost_day_invalid', params: { text: 'x' } },
      ],
    };
    store.on('POST /api/admin/finances/costs/import', { body: preview });
    await open();
    await click(button('Import a file'));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const file = new File(['Date,Spend\n2026-03-02,40\nx,1'], 'costs.csv', { type: 'text/csv' });
    Object.defineProperty(input, 'files', { value: [file] });
    await dispatchEvent(input as HTMLInputElement, new Event('change', { bubbles: true }));
    await settle(10);
    const dialog = () => document.querySelector('dialog')?.textContent ?? '';
    expect(dialog()).toContain('1 line to add, 1 line refused');
    expect(dialog()).toContain('Line 3: "x" is no day.');
    expect(button('Import', document.querySelector('dialog') as Element).disabled).toBe(true);
    store.on('POST /api/admin/finances/costs/import', { body: { ...preview, refused: 0, problems: [] } });
    const select = [...document.querySelectorAll<HTMLSelectElement>('dialog select')].at(1);
    await choose(select, '0');
    await settle(10);
    expect(store.calls('POST /api/admin/finances/costs/import').at(-1)?.body).toMatchObject({
      columns: { amount: 0 },
      save: false,
    });
    const importButton = () => button('Import', document.querySelector('dialog') as Element);
    expect(importButton().disabled).toBe(false);
    // A choice that could not be previewed is not imported.
    const good = { body: { ...preview, columns: { ...preview.columns, amount: 0 }, refused: 0, problems: [] } };
    store.on('POST /api/admin/finances/costs/import', { status: 500, body: { message: 'Broken.' } });
    await choose(select, '0');
    await settle(10);
    expect(importButton().disabled).toBe(true);
    store.on('POST /api/admin/finances/costs/import', good);
    await choose(select, '0');
    await settle(10);
    store.on('POST /api/admin/finances/costs/import', { body: { ...good.body, saved: true } });
    await click(importButton());
    await settle(10);
    expect(store.calls('POST /api/admin/finances/costs/import').at(-1)?.body).toMatchObject({
      columns: { amount: 0 },
      save: true,
    });
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('D-99: lines beside a saved cost need a choice before the import', async () => {
    const line = { line: 2, day: '2026-03-02', kind: 'ads', source: 'google', amount: 45, currency: 'USD' };
    const preview = {
      headings: ['Date', 'Spend'],
      day_order: 'ymd',
      lines: 1,
      added: 1,
      known: 0,
      refused: 0,
      beside: 1,
      columns: { day: 0, amount: 1, kind: null, source: null, note: null, currency: null },
      saved: false,
      preview: [],
      problems: [],
      saved_costs: [{ ...line, saved_amount: 40, saved_currency: 'USD' }],
    };
    store.on('POST /api/admin/finances/costs/import', { body: preview });
    await open();
    await click(button('Import a file'));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    Object.defineProperty(input, 'files', { value: [new File(['Date,Spend\n2026-03-02,45'], 'costs.csv')] });
    await act(async () => void input?.dispatchEvent(new Event('change', { bubbles: true })));
    await settle(10);
    expect(document.querySelector('dialog')?.textContent).toContain(
      'Line 2: Mar 2, 2026, Ads, google. Saved: $40.00. In the file: $45.00.',
    );
    const importButton = () => button('Import', document.querySelector('dialog') as Element);
    expect(importButton().disabled).toBe(true);
    const select = [...document.querySelectorAll<HTMLSelectElement>('dialog select')].at(-1);
    await choose(select, 'replace');
    expect(importButton().disabled).toBe(false);
    store.on('POST /api/admin/finances/costs/import', { body: { ...preview, saved: true } });
    await click(importButton());
    await settle(10);
    expect(store.calls('POST /api/admin/finances/costs/import').at(-1)?.body).toMatchObject({
      beside_saved: 'replace',
      save: true,
    });
  });
});
