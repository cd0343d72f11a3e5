// D-89: a search shows what it was read as, the emails that it may mean, and messages with its words.
import { beforeEach, expect, it } from 'vitest';
import { button, click, field, fill, hasButton, settle, text } from '../testing.tsx';
import { type OrdersRepository, openTab, order, storeWithOrders } from './testing-orders.tsx';
import '../keys/palette.tsx';
import './orders-tab.tsx';

let store: OrdersRepository;
beforeEach(() => {
  store = storeWithOrders();
  store.on('GET /api/admin/similar-emails', { body: [] });
  store.on('GET /api/admin/contact-messages', { body: [], headers: { 'X-Total-Count': '0' } });
});

const notes = () => document.querySelector('[data-part="search-facts"]')?.textContent ?? null;
const links = () => [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));

it.each([
  ['31,20 28 nov 2024', 'amount $31.20, Nov 28 2024'],
  ['card 4242', 'card ending in 4242'],
  ['4242', 'card ending in 4242, or a text with these digits'],
  ['ana', null],
])('%s', async (typed, shown) => {
  await openTab(`&search=${encodeURIComponent(typed)}`);
  expect(notes()).toBe(shown);
});

it('suggests emails only where nothing was found, and searches for the chosen one', async () => {
  store.on('GET /api/admin/similar-emails', { body: ['ana@mail.test'] });
  store.on('GET /api/orders', ({ query }) => ({
    body: query.get('search') === 'anna@mail.test' ? [] : [order('AAA')],
    headers: { 'X-Total-Count': query.get('search') === 'anna@mail.test' ? '0' : '1' },
  }));
  await openTab('&search=ana@');
  expect(store.calls('GET /api/admin/similar-emails')).toEqual([]);
  await openTab('&search=anna@mail.test');
  expect(text()).toContain('Did you mean');
  await click(button('ana@mail.test'));
  expect(location.search).toContain('search=ana%40mail.test');
  expect(text()).not.toContain('Did you mean');
});

it('leads to the messages with the same words', async () => {
  await openTab('&search=late');
  expect(links()).toContain('/admin/inbox?box=messages&search=late');
  expect(store.calls('GET /api/admin/contact-messages').filter(({ query }) => query.has('search'))).toEqual([]);
  store.lists([], 0);
  store.on('GET /api/admin/contact-messages', { body: [], headers: { 'X-Total-Count': '2' } });
  await openTab('&search=never came');
  expect(text()).toContain('2 messages with these words');
  expect(links()).toContain('/admin/inbox?box=messages&search=never+came');
});

it('the palette shows the same, and an email is taken over', async () => {
  store.on('GET /api/admin/customers', { body: [] });
  store.on('GET /api/admin/similar-emails', ({ query }) => ({
    body: query.get('email') === 'anna@mail.test' ? ['ana@mail.test'] : [],
  }));
  store.lists([], 0);
  await openTab();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  await settle();
  await fill(field('[role=combobox]'), '$31.20');
  await settle();
  expect(notes()).toBe('amount $31.20');
  await fill(field('[role=combobox]'), 'anna@mail.test');
  await settle();
  // The request follows the one for orders.
  await settle(50);
  expect(hasButton('ana@mail.test')).toBe(true);
  await click(button('ana@mail.test'));
  expect((field('[role=combobox]') as HTMLInputElement).value).toBe('ana@mail.test');
});
