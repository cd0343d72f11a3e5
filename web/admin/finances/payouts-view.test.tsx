import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
import {
  button,
  click,
  dispatchEvent,
  type FakeStore,
  fakeStore,
  field,
  fill,
  hasButton,
  settle,
  show,
  text,
} from '../testing.tsx';
import type { Payout } from './payout-parts.tsx';

const now = Date.parse('2026-03-20T12:00:00Z');
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

const typed: Payout = {
  id: '11111111-1111-4111-8111-111111111111',
  gateway: 'mpgs',
  gateway_id: null,
  state: 'paid',
  amount: 90,
  currency: 'USD',
  day: '2026-03-12',
  from: '2026-03-02',
  to: '2026-03-08',
  note: 'Bank of the store',
  failure: null,
  contents: 'typed',
  contents_amount: null,
  differences: 0,
  expected: { payments: 4, captured: 120, refunded: 10, disputed: 0, fees: 5, unknown_fees: 1, amount: 105 },
  difference: -15,
  differs: true,
  created_at: '2026-03-12T08:00:00Z',
  updated_at: '2026-03-12T08:00:00Z',
};
const listed: Payout = {
  ...typed,
  id: '22222222-2222-4222-8222-222222222222',
  gateway: 'stripe',
  gateway_id: 'po_1',
  state: 'in_transit',
  amount: 26.1,
  day: '2026-03-21',
  from: null,
  to: null,
  note: '',
  contents: 'complete',
  contents_amount: 26.1,
  differences: 2,
  expected: null,
  difference: null,
};

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', 'abc');
  store = fakeStore();
  const user = { email: 'o@s.test', role: 'admin', exp: now / 1000 + 3600, denied: [] };
  store.on('GET /api/admin/verify', { body: { user } });
  store.on('GET /api/admin/finances/payouts', { body: [listed, typed] });
  summarize(null);
});

afterEach(async () => {
  await hide?.();
  hide = undefined;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function summarize(problem: string | null): void {
  const coded = problem === null ? {} : { problem_coded: { code: 'stripe_payouts_right' } };
  store.on('GET /api/admin/finances/payouts/summary', {
    body: {
      on_the_way: [{ currency: 'USD', amount: 26.1, payouts: 1 }],
      gateways: [{ gateway: 'stripe', read_at: '2026-03-20T04:41:00Z', problem, ...coded }],
    },
  });
}

async function open(search = ''): Promise<void> {
  history.replaceState(null, '', `/admin?tab=finances&view=payouts${search}`);
  hide = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
  await settle();
  await settle();
}

const pathOf = ({ id }: Payout) => `/api/admin/finances/payouts/${id}`;
const amount = 'dialog input[inputmode=decimal]';
const dayField = (at: number) =>
  document.querySelectorAll<HTMLInputElement>('dialog input[type=date]')[at] as HTMLInputElement;
const main = () => document.querySelector('#content') as HTMLElement;
const rowOf = (name: string) =>
  [...main().querySelectorAll('tr')].find((row) => row.textContent?.includes(name))?.textContent;

describe('the list of payouts', () => {
  it('D-98: shows day, gateway, state, amount and the comparison, and what is on the way', async () => {
    await open();
    expect(text()).toContain('On the way to your bank$26.10 in 1 payout');
    expect(rowOf('po_1')).toContain('Stripe');
    expect(rowOf('po_1')).toContain('In transit');
    expect(rowOf('po_1')).toContain('2 differences');
    expect(rowOf('Mastercard Gateway')).toContain('Expected $105.00');
    expect(rowOf('Mastercard Gateway')).toContain('Difference −$15.00');
    const links = [...main().querySelectorAll('td a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([listed.id, typed.id].map((id) => `/admin?tab=finances&view=payouts&payout=${id}`));
  });

  it('D-98: a key without the right is a sentence; the reading can be started', async () => {
    summarize('The key may not.');
    await open();
    expect(text()).toContain('The key may not.');
    store.on('POST /api/admin/finances/payouts/read', { body: { success: true } });
    await click(button('Read now'));
    await settle();
    expect(store.calls('POST /api/admin/finances/payouts/read')).toHaveLength(1);
  });

  it('D-98: a payout is typed with the days that it covers; a wrong period says why', async () => {
    await open();
    await click(button('Add a payout'));
    const dialog = () => document.querySelector('dialog') as Element;
    await fill(field(amount), '90');
    await fill(dayField(1), '2026-03-08');
    await fill(dayField(2), '2026-03-02');
    expect(dialog().textContent).toContain('Choose a last day that is not before the first, and at most 92 days.');
    expect(button('Save', dialog()).disabled).toBe(true);
    await fill(dayField(1), '2026-03-01');
    store.on('POST /api/admin/finances/payouts', { body: typed });
    await click(button('Save', dialog()));
    await settle();
    expect(store.calls('POST /api/admin/finances/payouts')[0]?.body).toEqual({
      gateway: 'mpgs',
      day: '2026-03-20',
      amount: 90,
      currency: 'USD',
      from: '2026-03-01',
      to: '2026-03-02',
      note: '',
    });
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each(['1.234', '5000000.01'])('D-98: the amount %j is refused with a sentence', async (wrong) => {
    await open();
    await click(button('Add a payout'));
    await fill(field(amount), wrong);
    await dispatchEvent(field(amount), new FocusEvent('focusout', { bubbles: true }));
    expect(document.querySelector('dialog')?.textContent).toContain('Enter an amount from 0.01 to 5,000,000');
  });

  it('D-98: a difference of days that are not over is shown with the reason why it does not count', async () => {
    store.on('GET /api/admin/finances/payouts', { body: [{ ...typed, to: '2026-03-20', differs: false }] });
    await open();
    expect(rowOf('Mastercard Gateway')).toContain('These days are not over.');
    store.on('GET /api/admin/finances/payouts', { body: [{ ...typed, to: '2026-03-19', differs: false }] });
    await click(button('Refresh'));
    await settle();
    expect(rowOf('Mastercard Gateway')).not.toContain('These days are not over.');
  });
});

describe('one payout', () => {
  it('D-98: of which only the sum differs shows all transactions first, and none as differing', async () => {
    const payout = { ...listed, contents_amount: 26, differences: 1 };
    store.on(`GET ${pathOf(listed)}`, { body: { payout, sums: [] } });
    store.on(`GET ${pathOf(listed)}/transactions`, { body: [] });
    await open(`&payout=${listed.id}`);
    expect(store.calls(`GET ${pathOf(listed)}/transactions`)[0]?.query.get('only')).toBeNull();
    expect(text()).toContain('No transactions.');
    await click(button('Differences'));
    await settle();
    expect(text()).toContain('No transaction differs; only the sum does.');
  });

  it('D-98: of a gateway shows sums, differing transactions first, links to orders, and a file', async () => {
    const sums = [{ kind: 'payment', transactions: 1, amount: 30, fee: 1.17, net: 28.83 }];
    store.on(`GET ${pathOf(listed)}`, { body: { payout: listed, sums } });
    store.on(`GET ${pathOf(listed)}/transactions`, {
      body: [
        {
          number: 0,
          id: 'txn_1',
          kind: 'payment',
          amount: 30,
          fee: 1.17,
          net: 28.83,
          source_id: 'ch_1',
          order_id: 'K7M2NPQ4RSTV',
          difference: 'other_amount',
        },
        {
          number: 1,
          id: 'txn_2',
          kind: 'fee',
          amount: -2,
          fee: 0,
          net: -2,
          source_id: null,
          order_id: null,
          difference: null,
        },
      ],
    });
    await open(`&payout=${listed.id}`);
    expect(text()).toContain('The order has another amount');
    expect(store.calls(`GET ${pathOf(listed)}/transactions`)[0]?.query.get('only')).toBe('differences');
    const order = [...main().querySelectorAll('a')].find((link) => link.textContent === 'K7M2NPQ4RSTV');
    expect(order?.getAttribute('href')).toBe('/admin/orders/K7M2NPQ4RSTV');
    await click(button('All'));
    await settle();
    expect(
      store
        .calls(`GET ${pathOf(listed)}/transactions`)
        .at(-1)
        ?.query.get('only'),
    ).toBeNull();
    expect(hasButton('Save as CSV')).toBe(true);
    expect(hasButton('Change')).toBe(false);
  });

  it('D-98: that was typed shows what the ledger expects, and is changed and deleted with undo', async () => {
    store.on(`GET ${pathOf(typed)}`, { body: { payout: typed, sums: [] } });
    await open(`&payout=${typed.id}`);
    for (const words of [
      '4 payments$120.00',
      'Refunds−$10.00',
      'Gateway fees−$5.00',
      'Expected$105.00',
      'Difference−$15.00',
    ]) {
      expect(text()).toContain(words);
    }
    expect(text()).toContain('1 payment without a known fee.');
    await click(button('Change'));
    expect(field(amount).value).toBe('90.00');
    await click(button('Cancel'));
    store.on(`DELETE ${pathOf(typed)}`, { body: { success: true } });
    store.on(`POST ${pathOf(typed)}/restore`, { body: typed });
    await click(button('Delete'));
    await settle();
    expect(location.search).toBe('?tab=finances&view=payouts');
    await click(button('Undo'));
    await settle();
    expect(store.calls(`POST ${pathOf(typed)}/restore`)).toHaveLength(1);
  });
});
