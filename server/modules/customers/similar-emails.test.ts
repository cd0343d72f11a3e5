// D-89: an email with one or two letters wrong is found.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
const known = [
  'Mariana.Oliveira231@gmail.com',
  'mariana.oliveira232@gmail.com',
  'jose@outlook.com',
  'ana_s%@mail.example',
];
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '10' });
  for (const email of known) await placeOrder(store, { email });
});
afterAll(() => store.stop());

const similar = (email: string) => store.admin.call('GET /api/admin/similar-emails', { query: { email } });
const [first, second, jose, ana] = known;

test.each([
  ['two letters swapped', 'mariana.oliveria231@gmail.com', [first, second]],
  ['a letter missing', 'marian.oliveira231@gmail.com', [first, second]],
  ['another letter', 'nariana.oliveira231@gmail.com', [first, second]],
  ['letters missing at both ends', 'ariana.oliveira23@gmail.com', [first, second]],
  ['two errors', 'marianna.oliveira23@gmail.com', [first, second]],
  ['a short name', 'jsoe@outlook.com', [jose]],
  ['an error in the domain', 'jose@outlok.com', [jose]],
  ['an error in both', 'joze@outlok.com', [jose]],
  ['wildcards', 'ana_s%%@mail.example', [ana]],
  ['three errors', 'marrianna.oliveira24@gmail.com', []],
  ['the email itself', 'JOSE@outlook.com', []],
  ['no address', 'jsoe', []],
  ['one letter', 'j@outlook.com', []],
])('%s', async (_, typed, expected) => {
  expect((await similar(typed)).sort()).toEqual(expected);
});

test('a hidden order suggests nothing', async () => {
  const { id } = await placeOrder(store, { email: 'hidden.person@mail.example' });
  expect(await similar('hiden.person@mail.example')).toEqual(['hidden.person@mail.example']);
  await store.admin.call('DELETE /api/orders/{id}', { params: { id } });
  expect(await similar('hiden.person@mail.example')).toEqual([]);
});
