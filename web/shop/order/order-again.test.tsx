// The way from the page of an order to another one like it.
import { describe, expect, it } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { firstSelling } from '../../../contract/selling.ts';
import { click, draw, fakeApi, pageData } from '../../testing.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { saveOrderEmail } from '../order-email.ts';
import { fakeBrowser, pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import OrderIsland from './order-island.tsx';
import { orderStates, paidOrder } from './testing-orders.tsx';

fakeBrowser();

function open(order: OrderPage) {
  const { api } = fakeApi({ 'GET /api/orders/{id}/page': () => order });
  const island = <OrderIsland lang="en" texts={textsOf('en').order} order={order} againCents={1_500} api={api} />;
  return draw(pageOf(pageData('order', { order }), island));
}

describe('order again', () => {
  const prices = defaultPriceList;

  it.each(['delivered', 'partial', 'partial-refunded', 'expired'] as const)(
    '%s: opens the checkout with the same links, category and quantity, at the current price',
    async (state) => {
      const order = orderStates[state];
      saveOrder({
        category: 'Views',
        quantity: 1_000,
        email: 'other@b.co',
        posts: [],
        accepted: [],
        placed: { content: 'of before', idempotencyKey: 'key', orderId: order.id },
      });
      saveOrderEmail(order.id, 'ana@buyer.example');
      const again = open(order).link('Order again · $15.00');
      expect(again.getAttribute('href')).toBe('/checkout');
      again.addEventListener('click', (event) => event.preventDefault());
      await click(again);
      expect(readOrder(prices)).toEqual({
        category: 'Likes',
        quantity: 2_500,
        email: 'ana@buyer.example',
        posts: order.posts.map(({ post_link }) => post_link),
        // The checkout stops again at what is no post (D-51).
        accepted: [],
      });
    },
  );

  it.each(['unpaid', 'declined', 'confirming', 'confirming-long', 'disputed', 'refunded'] as const)(
    '%s: not offered',
    (state) => {
      expect(open(orderStates[state]).text()).not.toContain('Order again');
    },
  );

  it.each(['paid', 'delivering'] as const)('D-20: %s: offered, with when the same posts start', (state) => {
    const { link, text } = open(orderStates[state]);
    expect(link('Order again · $15.00').className).not.toContain('border-hairline');
    expect(text()).toContain('The same posts start when this order is complete.');
    expect(open(orderStates.delivered).text()).not.toContain('The same posts start');
  });

  it('of an order that was not delivered: offered once nothing more happens', () => {
    const { delivery } = orderStates.refunded;
    const undecided: OrderPage = { ...paidOrder, status: 'processing', delivery };
    expect(open(undecided).text()).not.toContain('Order again');
    expect(open({ ...undecided, status: 'failed' }).text()).toContain('Order again');
  });

  it.each(['paid', 'delivering', 'delivered', 'guarantee', 'partial', 'disputed'] as const)(
    '%s: says once who reports the counts',
    (state) => {
      const sentence = 'Counts are reported by our delivery partner';
      expect(open(orderStates[state]).text().split(sentence)).toHaveLength(2);
      expect(open(orderStates.unpaid).text()).not.toContain(sentence);
    },
  );

  it('is not offered for a paused category, and shows the price of the page', () => {
    const page = (paused: boolean) => {
      const selling = firstSelling();
      selling.Likes.paused = paused;
      const data = pageData('order', { lang: 'pt', order: orderStates.delivered });
      return draw(pageOf({ ...data, store: { ...data.store, selling } })).text();
    };
    expect(page(false)).toContain('Pedir de novo · US$ 15,00');
    expect(page(true)).not.toContain('Pedir de novo');
  });
});
