import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import type { Language } from '../../../contract/languages.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { click, draw, pageData, press, type } from '../../testing.tsx';
import { initialOrder, readOrder } from '../in-progress-order.ts';
import { pageOf } from '../testing.tsx';

const open = (lang: Language = 'en') => draw(pageOf(pageData('home', { lang })));
type Home = ReturnType<typeof open>;
const slider = (home: Home) => home.one<HTMLInputElement>('input[type=range]');
const shown = (home: Home, testId: string) => home.all(`[data-testid="${testId}"]`)[0]?.textContent ?? null;
const toViews = (home: Home) => click(home.one('input[value=Views]'));
/** With the part that reads it. */
async function exactField(home: Home): Promise<HTMLInputElement> {
  const field = home.one<HTMLInputElement>('#exact');
  await act(async () => {
    field.focus();
    await import('./exact-note.tsx');
  });
  return field;
}
const chip = (home: Home, name: string) => click(home.button(new RegExp(`^${name} `)));

beforeEach(() => sessionStorage.clear());

describe('the picker', () => {
  it('HOME-1, HOME-8, HOME-10: starts with 500 likes', () => {
    const home = open();
    expect(home.one<HTMLInputElement>('input[value=Likes]').checked).toBe(true);
    expect(home.one<HTMLInputElement>('input[value=Views]').checked).toBe(false);
    expect(shown(home, 'quantity')).toBe('500');
    expect(shown(home, 'price')).toBe('$3.00');
  });

  it('HOME-2..4: likes go from 500 to 30,000 by 50', () => {
    expect(slider(open())).toMatchObject({ min: '500', max: '30000', step: '50' });
  });

  it('HOME-2, HOME-5, HOME-6, HOME-9: views go from 500 to 1,000,000 by 100 and start at 5,000', async () => {
    const home = open();
    await toViews(home);
    expect(slider(home)).toMatchObject({ min: '500', max: '1000000', step: '100', value: '5000' });
    expect(shown(home, 'quantity')).toBe('5,000');
  });

  it('HOME-7, HOME-11: number and price follow the slider', async () => {
    const home = open();
    await type(slider(home), '550');
    expect(shown(home, 'quantity')).toBe('550');
    expect(shown(home, 'price')).toBe('$3.30');
    expect(slider(home).getAttribute('aria-valuetext')).toBe('550 likes, $3.30');
  });

  it('A-4: the slider reaches both ends exactly', async () => {
    const home = open();
    await type(slider(home), '30000');
    expect(shown(home, 'price')).toBe('$108.00');
    await toViews(home);
    await type(slider(home), '1000000');
    expect(shown(home, 'price')).toBe('$2,700.00');
  });

  it.each([
    ['Likes', '5000', '$27.00', '$30.00', '10% OFF', 'PRICE-2'],
    ['Likes', '10000', '$48.00', '$60.00', '20% OFF', 'PRICE-3'],
    ['Likes', '20000', '$84.00', '$120.00', '30% OFF', 'PRICE-4'],
    ['Likes', '30000', '$108.00', '$180.00', '40% OFF', 'PRICE-5'],
    ['Views', '20000', '$108.00', '$120.00', '10% OFF', 'PRICE-6'],
    ['Views', '50000', '$240.00', '$300.00', '20% OFF', 'PRICE-7'],
    ['Views', '100000', '$420.00', '$600.00', '30% OFF', 'PRICE-8'],
    ['Views', '200000', '$720.00', '$1,200.00', '40% OFF', 'PRICE-9'],
    ['Views', '1000000', '$2,700.00', '$6,000.00', '55% OFF', 'PRICE-10'],
  ])('HOME-12, HOME-13, A-1: %s %s cost %s instead of %s (%s, %s)', async (category, quantity, price, full, off) => {
    const home = open();
    if (category === 'Views') await toViews(home);
    await type(slider(home), quantity);
    expect(shown(home, 'price')).toBe(price);
    expect(shown(home, 'struck-price')).toBe(full);
    expect(shown(home, 'discount')).toContain(off);
  });

  it('A-8: the banner names the saving', async () => {
    const home = open();
    await chip(home, '10,000');
    expect(shown(home, 'discount')).toBe('20% OFFYou save $12.00');
  });

  it('PRICE-11, PRICE-13: below the first threshold nothing is struck through and no banner shows', async () => {
    const home = open();
    await type(slider(home), '4950');
    expect(shown(home, 'struck-price')).toBeNull();
    expect(shown(home, 'discount')).toBeNull();
    expect(home.text()).not.toContain('OFF');
  });

  it('HOME-20, A-5: offers each package of the category as a quick pick', async () => {
    const home = open();
    const offered = () => home.all('button[aria-pressed]').map((one) => one.firstChild?.textContent);
    expect(offered()).toEqual(['500', '1,000', '2,500', '5,000', '10,000', '20,000', '30,000']);
    await toViews(home);
    expect(offered()).toEqual(['5,000', '10,000', '20,000', '50,000', '100,000', '200,000', '1,000,000']);
    await chip(home, '50,000');
    expect(slider(home).value).toBe('50000');
  });

  it('HOME-20: a package shows its price, its price per 1,000 and its discount', () => {
    const home = open();
    expect(home.button(/^500 /).textContent).toBe('500 likes $3.00$6.00 per 1,000');
    expect(home.button(/^20,000 /).textContent).toBe('20,000 likes −30%$84.00$4.20 per 1,000');
  });

  it('D-47: the discounts are marked on the track, which has the same room for each package', async () => {
    const home = open();
    const at = () => home.all('.marks line').map((one) => Number.parseFloat(one.getAttribute('x1') ?? '').toFixed(1));
    const labels = () => home.all('.marks text').map((one) => one.textContent);
    expect(at()).toEqual(['83.3', '66.7', '50.0']);
    expect(labels()).toEqual(['500', '30,000', '−30%', '−20%', '−10%']);
    await toViews(home);
    expect(at()).toEqual(['85.7', '71.4', '57.1', '42.9']);
    // The first has no room beside the maximum.
    expect(labels()).toEqual(['500', '1,000,000', '−30%', '−20%', '−10%']);
  });

  it('D-106: no discount is stated that rounding removes, and none larger than it leaves', async () => {
    const store = structuredClone(defaultStoreProfile);
    const tiers = [
      { fromQuantity: 1_000, percent: 99 },
      { fromQuantity: 10_000, percent: 80 },
    ];
    store.prices.unitPriceMicros = 6_500;
    Object.assign(store.prices.offers.Likes, { tiers, ending: [100, 99] });
    const home = draw(pageOf(pageData('home', { store })));
    expect(home.one('.hint').textContent).toBe('19% off from 10,000 likes on');
    const labels = home.all('.marks text').map((one) => one.textContent);
    expect(labels.filter((label) => label?.includes('%'))).toEqual(['−19%']);
    expect(home.button(/^1,000 /).textContent).toBe('1,000 likes $6.99$6.99 per 1,000');
    expect(home.button(/^10,000 /).textContent).toContain('−19%');
  });

  it('D-47: the thumb is drawn where its package is, and the input keeps its quantity', async () => {
    const home = open();
    const drawn = () =>
      ['--fill', '--native'].map((name) => Number(slider(home).style.getPropertyValue(name)).toFixed(3));
    expect(drawn()).toEqual(['0.000', '0.000']);
    await chip(home, '5,000');
    expect(drawn()).toEqual(['0.500', (4_500 / 29_500).toFixed(3)]);
    expect(slider(home).value).toBe('5000');
    await chip(home, '30,000');
    expect(drawn()).toEqual(['1.000', '1.000']);
  });

  it('A-5: Page keys go from quick pick to quick pick and stop at the ends', async () => {
    const home = open();
    await press(slider(home), 'PageUp');
    expect(slider(home).value).toBe('1000');
    await type(slider(home), '7000');
    await press(slider(home), 'PageDown');
    expect(slider(home).value).toBe('5000');
    await type(slider(home), '500');
    await press(slider(home), 'PageDown');
    expect(slider(home).value).toBe('500');
  });

  it.each([
    ['1234', '1,250', 'Sold in steps of 50'],
    ['12345', '12,350', 'Sold in steps of 50'],
    ['1000.5', '1,000', 'Sold in steps of 50'],
    ['7', '500', 'At least 500'],
    ['100', '500', 'At least 500'],
    ['99999999', '30,000', 'At most 30,000'],
    ['12,350 likes', '12,350', null],
    ['5000.00', '5,000', null],
    ['1.000,00', '1,000', null],
    ['1’000', '1,000', null],
    ['10 mil', '10,000', null],
    ['2.500k', '2,500', null],
    ['٢٠٠٠', '2,000', null],
    ['２５００', '2,500', null],
    ['+2000', '2,000', null],
    ...['1e5', '-5', 'abc', '5%', ''].map((typed) => [typed, '7,350', 'Invalid, not changed'] as const),
  ] as const)('D-52, A-5: a typed %j becomes %s, with the reason %j', async (typed, settled, reason) => {
    const home = open();
    await type(slider(home), '7350');
    const field = await exactField(home);
    await type(field, typed);
    expect(shown(home, 'quantity')).toBe(settled);
    expect(field.value).toBe(typed);
    const note = reason ?? '500 to 30,000';
    expect(home.one('#exact-help').textContent).toBe(note);
    await press(field, 'Enter');
    expect(shown(home, 'quantity')).toBe(settled);
    expect(field.value).toBe(settled);
    expect(home.one('#exact-help').textContent).toBe(note);
    expect(readOrder(defaultPriceList).quantity).toBe(Number(settled.replace(',', '')));
  });

  it('D-52: the number before the typing is kept, also where a part of the text was one', async () => {
    const home = open();
    await chip(home, '5,000');
    const field = await exactField(home);
    for (const typed of ['1', '1e', '1e5']) await type(field, typed);
    expect(shown(home, 'quantity')).toBe('5,000');
    await act(async () => field.blur());
    expect(field.value).toBe('5,000');
    await type(field, '20k');
    await press(field, 'Escape');
    expect(shown(home, 'quantity')).toBe('5,000');
    expect(field.value).toBe('5,000');
  });

  it('D-52: the reason goes when another quantity is chosen', async () => {
    const home = open();
    const field = await exactField(home);
    await type(field, '12345');
    await act(async () => field.blur());
    expect(home.one('#exact-help').textContent).toBe('Sold in steps of 50');
    await chip(home, '5,000');
    expect(field.value).toBe('5,000');
    expect(home.one('#exact-help').textContent).toBe('500 to 30,000');
    await toViews(home);
    expect(home.one('#exact-help').textContent).toBe('500 to 1,000,000');
  });

  it('A-2: says when the next discount costs less, and changes nothing before it is taken', async () => {
    const home = open();
    await type(slider(home), '4550');
    expect(home.text()).toContain('5,000 likes cost $27.00, less than your current selection');
    expect(shown(home, 'quantity')).toBe('4,550');
    await click(home.button('Take 5,000'));
    expect(shown(home, 'quantity')).toBe('5,000');
    expect(home.text()).not.toContain('your current selection');
  });

  it('A-2: the place of the hint names the next discount where none costs less, so that nothing moves', async () => {
    const home = open();
    const hint = () => home.one('.hint').textContent;
    expect(hint()).toBe('10% off from 5,000 likes on');
    await chip(home, '5,000');
    expect(hint()).toBe('20% off from 10,000 likes on');
    await chip(home, '30,000');
    expect(hint()).toBe('The lowest price per 1,000');
  });

  it('A-2: says when it costs the same', async () => {
    const home = open();
    await type(slider(home), '4500');
    expect(home.text()).toContain('5,000 likes cost $27.00, the same as your current selection');
    await type(slider(home), '4450');
    expect(home.text()).not.toContain('your current selection');
  });

  it('HOME-16, HOME-17, A-6: keeps the choice for checkout and for a reload', async () => {
    const home = open();
    await toViews(home);
    await chip(home, '100,000');
    expect(readOrder(defaultPriceList)).toMatchObject({ category: 'Views', quantity: 100_000 });
    expect(home.link('Proceed to Checkout').getAttribute('href')).toBe('/checkout');
    const again = open();
    expect(shown(again, 'quantity')).toBe('100,000');
    expect(document.documentElement.dataset.category).toBe('Views');
    expect(again.one('h1 .for-views').textContent).toBe('views');
  });

  it('D-47: each category remembers its own quantity after the first switch, also over a reload', async () => {
    const home = open();
    await chip(home, '10,000');
    await toViews(home);
    expect(shown(home, 'quantity')).toBe('5,000');
    await chip(home, '100,000');
    await click(home.one('input[value=Likes]'));
    expect(shown(home, 'quantity')).toBe('10,000');
    const again = open();
    await toViews(again);
    expect(shown(again, 'quantity')).toBe('100,000');
  });

  it('D-47: a remembered quantity that is no longer sold becomes the default', async () => {
    const quantities = { Likes: 500, Views: 5_001 };
    sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Likes', quantity: 500, quantities }));
    const home = open();
    await toViews(home);
    expect(shown(home, 'quantity')).toBe('5,000');
  });

  it('A-6: another category starts at its default and keeps what was typed at checkout', async () => {
    sessionStorage.setItem(
      'orderInProgress',
      JSON.stringify({ category: 'Likes', quantity: 10_000, email: 'a@b.c', posts: ['x'] }),
    );
    const home = open();
    await toViews(home);
    expect(readOrder(defaultPriceList)).toMatchObject({
      category: 'Views',
      quantity: 5_000,
      email: 'a@b.c',
      posts: ['x'],
    });
  });

  it('HOME-17: carries what is shown, even when the order was reset meanwhile', async () => {
    const home = open();
    await chip(home, '10,000');
    sessionStorage.setItem('orderInProgress', JSON.stringify({ email: 'a@b.c', posts: ['x'] }));
    const proceed = home.link('Proceed to Checkout');
    proceed.addEventListener('click', (event) => event.preventDefault());
    await click(proceed);
    expect(readOrder(defaultPriceList)).toMatchObject({
      category: 'Likes',
      quantity: 10_000,
      email: 'a@b.c',
      posts: ['x'],
    });
  });

  it('A-6: a page from the memory of the browser shows what was kept since', async () => {
    const home = open();
    sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Views', quantity: 50_000 }));
    await act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(shown(home, 'quantity')).toBe('50,000');
  });

  it('A-6: what was kept and cannot be bought is put right', () => {
    for (const kept of ['{', 'null', '7', '{"category":"Gold","quantity":-1,"posts":7,"email":{}}']) {
      sessionStorage.setItem('orderInProgress', kept);
      expect(readOrder(defaultPriceList)).toEqual(initialOrder(defaultPriceList));
    }
  });
});

describe('around the picker', () => {
  it('HOME-14, HOME-15: lists four benefits and says how many posts can share', () => {
    const home = open();
    expect(home.all('section[aria-label=Benefits] li')).toHaveLength(4);
    expect(home.text()).toContain('Up to 5 posts can share this quantity');
  });

  it('HOME-18, HOME-19, GEN-11..15: shows the claims', () => {
    const text = open().text();
    for (const { text: claim } of Object.values(defaultStoreProfile.claims)) expect(text).toContain(claim.en);
  });

  it('A-78: a claim that is switched off is nowhere, and four benefits remain', () => {
    const claims = structuredClone(defaultStoreProfile.claims);
    for (const claim of Object.values(claims)) claim.shown = false;
    const home = draw(pageOf(pageData('home', { store: { ...defaultStoreProfile, claims } })));
    for (const { text: claim } of Object.values(claims)) expect(home.text()).not.toContain(claim.en);
    expect(home.all('section[aria-label=Benefits] li')).toHaveLength(4);
  });
});

describe('in Portuguese', () => {
  it('D-27: everything is said in Portuguese, counts have points, prices are US dollars', async () => {
    const home = open('pt');
    await chip(home, '10.000');
    expect(shown(home, 'quantity')).toBe('10.000');
    expect(shown(home, 'price')).toBe('US$\u00a048,00');
    expect(shown(home, 'discount')).toBe('20% OFFVocê economiza US$\u00a012,00');
    expect(slider(home).getAttribute('aria-valuetext')).toBe('10.000 curtidas, US$\u00a048,00');
    expect(home.link('Ir para o pagamento').getAttribute('href')).toBe('/pt/checkout');
    expect(home.text()).toContain('Reembolso de 100 % se a entrega falhar');
    expect(home.text()).not.toMatch(/\b(likes|views|your|Proceed)\b/);
  });

  it('D-52: a typed number is read and its reason given in Portuguese', async () => {
    const home = open('pt');
    const field = await exactField(home);
    const note = () => home.one('#exact-help').textContent;
    const reasons = {
      '12345': 'Só de 50 em 50',
      '1': 'No mínimo 500',
      '1M': 'No máximo 30.000',
      '?': 'Inválido, não mudou',
    };
    for (const [typed, reason] of Object.entries(reasons)) {
      await type(field, typed);
      expect(note()).toBe(reason);
    }
    await type(field, '10 mil');
    await press(field, 'Enter');
    expect(field.value).toBe('10.000');
    expect(note()).toBe('500 a 30.000');
  });

  it('D-27, A-78: a claim is said in the words of the operator for the language of the page', () => {
    const { text: own } = defaultStoreProfile.claims.rating;
    const text = { ...own, en: 'Praised by all', pt: 'Elogiada por todos' };
    const claims = { ...defaultStoreProfile.claims, rating: { text, shown: true } };
    const data = pageData('home', { lang: 'pt', store: { ...defaultStoreProfile, claims } });
    expect(draw(pageOf(data)).text()).toContain('Elogiada por todos');
    expect(draw(pageOf(data)).text()).not.toContain('Praised by all');
  });
});
