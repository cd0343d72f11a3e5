// The checkout of an offer beside the specified ones, what the tab keeps of it, and other offers for the links of an order.
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { offerKey } from '../../../contract/offers.ts';
import { storeWith, tiktokLikes, tiktokViews } from '../../../contract/testing-offers.ts';
import { click, draw, fakeApi, pageData, submit, type } from '../../testing.tsx';
import CheckoutIsland, { type CheckoutIslandProps } from '../checkout/checkout-island.tsx';
import { create, freshBrowser, init } from '../checkout/testing.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { rules } from '../link-field/field-rules.ts';
import { islandOf } from '../public-pages.tsx';
import MoreOffers from './more-offers.tsx';
import { moreOffer, offerPrices } from './offer-view.ts';

freshBrowser();
const ofPosts = { ...rules };
afterEach(() => Object.assign(rules, { explain: undefined }, ofPosts));

const store = storeWith([tiktokLikes, tiktokViews]);
const [, , offer] = store.offers;
if (!offer) throw new Error('The store has further offers.');
const data = pageData('checkout', { store, offer, paymentLibraryUrl: 'https://gateway.example/c.js' });
const prices = offerPrices({ offer, lang: 'en' });
const video = 'https://www.tiktok.com/@studio/video/7000000000000000042';
const typed = { quantity: 1_000, posts: [video], accepted: [], email: 'a@b.co' };

async function open() {
  const fake = fakeApi({
    [create]: () => ({ status: 'success', orderId: 'ORDER1' }),
    [init]: () => ({ sessionId: 'SESSION1' }),
  });
  const props = islandOf(data)?.props as CheckoutIslandProps;
  const screen = draw(<CheckoutIsland {...props} api={fake.api} go={vi.fn()} />);
  await act(() => vi.waitFor(() => expect(rules.explain).toBeDefined(), 20_000));
  return { ...screen, ...fake };
}

it('D-110: refuses links that its offer is not for, and orders at the price that it shows', async () => {
  const { one, text, to } = await open();
  await type(one('#email'), 'a@b.co');
  await type(one('#post-0'), 'https://www.instagram.com/p/NotOfTikTok1/');
  await submit(one('form'));
  expect(text()).toContain('TikTok video');
  expect(to(create)).toEqual([]);
  await click(one('#try-again'));
  await type(one('#post-0'), `look ${video}?is_from_webapp=1`);
  expect(one('#post-0-status').textContent).toContain('Video · 7000000000000000042');
  expect(one('[data-testid=total]').textContent).toBe('$2.00');
  await submit(one('form'));
  await vi.waitFor(() => expect(to(create)).toHaveLength(1));
  expect(to(create)[0]?.input).toMatchObject({
    body: { offer: 'tiktok-likes', category: 'Likes', quantity: 500, price: 2, post_links: [video] },
  });
});

it('D-110: each offer keeps its own links, quantity and placed order; the email is shared', () => {
  const post = 'https://www.instagram.com/p/Kept1234567/';
  saveOrder({ category: 'Views', quantity: 10_000, posts: [post], accepted: [], email: 'first@b.co' });
  expect(readOrder(prices)).toMatchObject({ category: 'Likes', quantity: 500, posts: [], email: 'first@b.co' });
  const placed = { content: '', idempotencyKey: 'key', orderId: 'ORDER1' };
  saveOrder({ ...typed, offer: 'tiktok-likes', category: 'Likes', placed });
  expect(readOrder(prices)).toMatchObject({ ...typed, offer: 'tiktok-likes', placed });
  const home = readOrder(defaultPriceList);
  expect(home).toMatchObject({ category: 'Views', quantity: 10_000, posts: [post], email: 'a@b.co' });
  expect([home.offer, home.placed]).toEqual([undefined, undefined]);
  saveOrder({ ...home, quantity: 20_000 });
  expect(readOrder(prices)).toMatchObject({ posts: [video], placed });
});

it('D-110: an order in progress of an earlier version, and storage with anything else, is no obstacle', () => {
  sessionStorage.orderInProgress = JSON.stringify({ category: 'Views', quantity: 10_000, offers: 'x' });
  expect(readOrder(prices)).toMatchObject({ category: 'Likes', quantity: 500, posts: [] });
  sessionStorage.orderInProgress = 'no JSON';
  expect(readOrder(defaultPriceList)).toMatchObject({ category: 'Likes', quantity: 500, email: '' });
});

it('D-110: an order is followed by the offers that take its links, which travel in the tab alone', async () => {
  const offers = store.offers.map((one) => moreOffer(one, 'en'));
  const order = { id: 'ORDER1', category: 'Likes', offer: 'tiktok-likes', posts: [{ post_link: video }] };
  const { all } = draw(<MoreOffers more={{ title: 'More', text: '', offers }} order={order} />);
  const links = all<HTMLAnchorElement>('a');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/tiktok/views?offer=tiktok-views', 'TikTok views · from $0.45 per 1,000'],
  ]);
  links[0]?.addEventListener('click', (event) => event.preventDefault());
  await act(async () => links[0]?.click());
  const views = store.offers.find((one) => offerKey(one) === 'tiktok-views') ?? offer;
  expect(readOrder(offerPrices({ offer: views, lang: 'en' })).posts).toEqual([video]);
});
