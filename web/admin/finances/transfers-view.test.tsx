import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, settle, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import TransfersView from './transfers-view.tsx';

const match = 'POST /api/admin/transfers/match';
const decide = 'POST /api/admin/orders/K7QX2M9TB4VA/transfers';
const proposal = {
  line: 2,
  day: '2026-03-05',
  amount: 29,
  currency: 'USD' as const,
  text: 'PIX K7PX2H9Y',
  repeat: 0,
  order_id: 'K7QX2M9TB4VA',
  reference: 'K7PX2H9Y',
  by: 'reference' as const,
  due: 30,
  due_currency: 'USD' as const,
  expires_on: '2026-03-07',
  issues: ['short' as const],
  others: 0,
};
const found = {
  headings: ['Date', 'Amount', 'Description'],
  columns: { day: 0, amount: 1, text: 2 },
  day_order: 'ymd' as const,
  lines: 3,
  incoming: 2,
  outgoing: 1,
  unread: 0,
  decided: 0,
  unmatched: 1,
  matched: 1,
  proposals: [proposal],
};

let store: FakeStore;
beforeEach(() => {
  store = signIn();
});

async function choose(content: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File([content], 'bank.csv', { type: 'text/csv' });
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => void input?.dispatchEvent(new Event('change', { bubbles: true })));
  await settle(10);
}

it('D-101: proposes lines of a file, and decides about each with a note', async () => {
  store.on(match, { body: found });
  store.on(decide, { body: { success: true, payment_status: 'paid' } });
  await openSection(<TransfersView />);
  await choose('Date,Amount,Description');
  expect(text()).toContain('2 transfers arrived, 1 for no order, 1 outgoing');
  expect(store.calls(match)[0]?.body).toEqual({ file: 'Date,Amount,Description', currency: 'USD' });
  expect(text()).toContain('Too little');
  expect(text()).toContain('$30.00 until');
  await click(button('Accept: $29.00, K7QX2M9TB4VA'));
  expect(document.body.textContent).toContain('The order counts as paid in full.');
  await fill(field('[name=note]'), 'A dollar is fine');
  store.on(match, { body: { ...found, decided: 1, matched: 0, proposals: [] } });
  await click(button('Accept', document.querySelector('dialog') ?? document));
  await settle(10);
  expect(store.calls(decide)[0]?.body).toEqual({
    day: '2026-03-05',
    amount: 29,
    currency: 'USD',
    text: 'PIX K7PX2H9Y',
    repeat: 0,
    decision: 'accepted',
    note: 'A dollar is fine',
  });
  expect(text()).toContain('No line fits an order');
  expect(store.calls(match)[1]?.body).toMatchObject({ columns: found.columns, day_order: 'ymd' });
});

it('D-101: a line of a deleted order can only be left', async () => {
  store.on(match, { body: { ...found, proposals: [{ ...proposal, issues: ['deleted'] }] } });
  await openSection(<TransfersView />);
  await choose('Date,Amount,Description');
  expect(text()).toContain('Order deleted');
  expect(text()).toContain('The order was deleted. Return the transfer');
  const labels = [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? '');
  expect(labels.filter((label) => label.includes(proposal.order_id))).toEqual(['Leave: 29.00 USD, K7QX2M9TB4VA']);
});

it('D-101: a file that is refused shows the sentence of the store', async () => {
  store.on(match, { status: 400, body: { code: 'invalid_input', field: 'file', message: 'The file has no lines.' } });
  await openSection(<TransfersView />);
  await choose('x');
  expect(text()).toContain('The file has no lines.');
});
