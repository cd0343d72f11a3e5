// The result page in a simulated browser, with an order and responses that the test provides.
import { type Call, draw, fakeApi, pageData } from '../../testing.tsx';
import { pageOf, wait } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import SuccessIsland from './success-island.tsx';

export const confirm = 'POST /api/orders/{id}/confirm-payment';
export const read = 'GET /api/orders/{id}';
export const order = (more: Record<string, unknown> = {}) => ({
  id: 'ABCDEFGH1234',
  status: 'pending',
  payment_status: 'session',
  quantity: 10_000,
  category: 'Likes',
  amount: 48,
  refunded_amount: 0,
  created_at: '2026-11-20T15:07:00Z',
  ...more,
});
export const paid = order({ status: 'paid', payment_status: 'paid' });
export const delivery = (state: string, more: Record<string, unknown> = {}) => ({
  state,
  links: 2,
  sent: 2,
  ended: 0,
  ordered: 10_000,
  delivered: 0,
  ...more,
});

export async function open(answers: Record<string, (call: Call) => unknown>, query = '?orderId=ABCDEFGH1234') {
  window.history.replaceState(null, '', `/success${query}`);
  const fake = fakeApi({
    [confirm]: () => ({ status: 'pending', order: order() }),
    [read]: () => order(),
    ...answers,
  });
  const { success, order: page } = textsOf('en');
  const screen = draw(
    pageOf(
      pageData('success'),
      <SuccessIsland
        lang="en"
        texts={success}
        transfer={textsOf('en').transfer}
        hasOtherWays
        posts={page.posts}
        bar={page.bar}
        api={fake.api}
      />,
    ),
  );
  // React runs effects twice in development. The test starts after the second run.
  await wait(0);
  return { ...fake, ...screen, view: () => screen.one('[data-view]').dataset.view, reads: () => fake.to(read).length };
}
