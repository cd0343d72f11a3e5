// The home page while a category takes no new orders.
import { describe, expect, it } from 'vitest';
import type { Category } from '../../../contract/category.ts';
import { firstSelling } from '../../../contract/selling.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { render } from '../../entry-server.tsx';
import { click, draw, pageData } from '../../testing.tsx';
import { fakeBrowser, pageOf, wait } from '../testing.tsx';

type Page = ReturnType<typeof draw>;

fakeBrowser();

describe('a paused category', () => {
  const openPaused = (lang: 'en' | 'pt', ...paused: Category[]) => {
    const selling = firstSelling();
    for (const category of paused) selling[category].paused = true;
    selling.Views.banner.en = 'Views are back on Monday.';
    return draw(pageOf(pageData('home', { lang, store: { ...defaultStoreProfile, selling } })));
  };
  const slider = (home: Page) => home.one<HTMLInputElement>('input[type=range]');
  const isOff = (home: Page) =>
    home.one<HTMLFieldSetElement>('.packs').disabled &&
    slider(home).disabled &&
    home.one('.go a').hasAttribute('inert');

  it('has a banner and cannot be chosen, while the other one is sold', async () => {
    const home = openPaused('en', 'Views');
    expect(home.text()).not.toContain('Views are back');
    await click(home.one('input[value=Views]'));
    expect(home.one('.pick .notice').textContent).toBe('Views are back on Monday.');
    expect(isOff(home)).toBe(true);
    expect(home.one<HTMLInputElement>('.paste input').disabled).toBe(false);
    await wait(600);
    expect(home.one('.pick [role=status]').textContent).toBe('Views are back on Monday.');
    await click(home.one('input[value=Likes]'));
    expect(home.all('.pick .notice')).toEqual([]);
    expect(isOff(home)).toBe(false);
  });

  it('has a sentence of the store where the operator wrote none, in each language', () => {
    expect(openPaused('en', 'Likes').one('.pick .notice').textContent).toBe(
      'We are not taking new orders for likes at the moment. Orders that are paid are delivered.',
    );
    expect(openPaused('pt', 'Likes').one('.pick .notice').textContent).toBe(
      'No momento, não estamos aceitando novos pedidos de curtidas. Os pedidos já pagos serão entregues.',
    );
  });

  it('is no product in stock for search engines; when all are paused the page is still whole', () => {
    const home = openPaused('en', 'Likes', 'Views');
    expect(isOff(home)).toBe(true);
    expect(home.all('section[aria-label=Benefits] li')).toHaveLength(4);
    const { store } = pageData('home');
    const selling = { ...firstSelling(), Views: { ...firstSelling().Views, paused: true } };
    const { head } = render(pageData('home', { store: { ...store, selling } }));
    expect(
      head
        .match(/schema.org\/(OutOf|In)Stock/g)
        ?.sort()
        .map((found) => found.slice(11)),
    ).toEqual([...Array(7).fill('InStock'), ...Array(7).fill('OutOfStock')]);
  });
});
