// The tracking page in a simulated browser, with orders and responses that the test provides.
import type { Language } from '../../../contract/languages.ts';
import { type Call, draw, fakeApi, pageData, submit, type } from '../../testing.tsx';
import { pageOf, wait } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import ClientIsland from './client-island.tsx';

export const search = 'GET /api/orders/by-email/{email}';
export const readOne = 'GET /api/orders/{id}';
export const batch = 'POST /api/orders/api-orders-batch';
export const requestCode = 'POST /api/orders/track-code';
export const prove = 'POST /api/orders/track-proof';
export const live = 'GET /api/admin/order-status/{providerId}';
export const post = (name: string) => `https://www.instagram.com/p/${name}/`;
export const created = '2026-11-20T15:07:00Z';
export const order = (more: Record<string, unknown> = {}) => ({
  id: 'ABCDEFGH1234',
  status: 'processing',
  payment_status: 'paid',
  quantity: 10_000,
  category: 'Likes',
  amount: 48,
  refunded_amount: 0,
  created_at: created,
  post_links: [post('a'), post('b')],
  api_orders: [sent()],
  ...more,
});
export const sent = (more: Record<string, unknown> = {}) => ({
  api_order_id: '23501',
  category: 'Likes',
  status: 'sent',
  post_link: post('a'),
  quantity: 5_000,
  live_status: 'In progress',
  remains: 1_500,
  ...more,
});

/** An order with these payment and delivery states. */
export const orderWithState = (payment: string, state: string, more: Record<string, unknown> = {}) =>
  order({ payment, delivery: { state, links: 2, sent: 0, ended: 0, ordered: 10_000, delivered: 0 }, ...more });

/** `codeOf`: the header `Order-Code` of the next search. */
export function open(
  answers: Record<string, (call: Call) => unknown> = {},
  lang: Language = 'en',
  codeOf: () => string | null = () => null,
) {
  const fake = fakeApi(
    {
      [search]: () => [order()],
      [live]: () => ({ status: 'In progress', remains: 1_200 }),
      ...answers,
    },
    (): Record<string, string> => {
      const code = codeOf();
      return code === null ? {} : { 'order-code': code };
    },
  );
  const screen = draw(
    pageOf(
      pageData('client', { lang }),
      <ClientIsland lang={lang} texts={textsOf(lang).client.island} api={fake.api} />,
    ),
  );
  const find = async (email: string) => {
    await type(screen.one('input[type=email]'), email);
    await submit(screen.one('form:has(input[type=email])'));
    await wait(0);
  };
  return { ...fake, ...screen, find, looks: () => fake.to(live).length };
}
