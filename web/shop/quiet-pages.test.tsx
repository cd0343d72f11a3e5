import { describe, expect, it, vi } from 'vitest';
import { click, draw, pageData } from '../testing.tsx';
import AboutPage from './about/about-page.tsx';
import ContactPage from './contact/contact-page.tsx';
import NotFoundPage from './not-found/not-found-page.tsx';
import { headOf, wordsOf } from './page-head.ts';

describe('the shell', () => {
  it('NAV-1..4: leads to home, about, contact and the orders', () => {
    const { all } = draw(<AboutPage data={pageData('about')} />);
    const links = all<HTMLAnchorElement>('header nav:first-of-type a').map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(links.slice(0, 4)).toEqual([
      ['Home', '/'],
      ['How it works', '/about'],
      ['Contact', '/contact'],
      ['My Orders', '/client'],
    ]);
  });

  it('marks the page that is open', () => {
    const { all } = draw(<ContactPage data={pageData('contact')} />);
    expect(new Set(all('[aria-current=page]').map(({ textContent }) => textContent))).toEqual(new Set(['Contact']));
  });

  it('says in sandbox mode, and only there, that no money moves', () => {
    const notice = 'Sandbox: no money moves';
    expect(draw(<AboutPage data={pageData('about')} />).text()).toContain(notice);
    expect(draw(<AboutPage data={pageData('about', { sandbox: false })} />).text()).not.toContain(notice);
  });
});

describe('about', () => {
  it('ABOUT-1..8: three steps and five questions', () => {
    const { all, one } = draw(<AboutPage data={pageData('about')} />);
    expect(all('ol h2').map(({ textContent }) => textContent)).toEqual([
      'Select a package',
      'Add your post URL',
      'Complete your order',
    ]);
    for (const topic of ['safety', 'speed', 'posts', 'refunds', 'passwords'])
      expect(one(`#${topic}`).textContent).not.toBe('');
  });
});

describe('contact', () => {
  it('CONTACT-10..14: shows address, hours, the aim and the hint', () => {
    const { text, all } = draw(<ContactPage data={pageData('contact')} />);
    expect(all('main a[href="mailto:support@applaud.example"]')).toHaveLength(1);
    for (const said of ['Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST', '24 hours', 'URGENT'])
      expect(text()).toContain(said);
  });
});

describe('the 404 page', () => {
  it('NF-1, NF-4: has three messages, each with its fun fact', () => {
    const drawn = ([0, 1, 2] as const).map((variant) =>
      draw(<NotFoundPage data={pageData('not-found', { variant })} />).text(),
    );
    expect(new Set(drawn).size).toBe(3);
    for (const text of drawn) expect(text).toContain('Fun fact:');
  });

  it('NF-2, NF-3: leads home and back', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
    const { link, button } = draw(<NotFoundPage data={pageData('not-found')} />);
    expect(link('Take Me Home').getAttribute('href')).toBe('/');
    await click(button('Go Back'));
    expect(back).toHaveBeenCalledOnce();
    back.mockRestore();
  });
});

describe('the head', () => {
  it('every page has a title and a description of its own', () => {
    const pages = ['home', 'about', 'contact', 'checkout', 'success', 'client', 'not-found'] as const;
    const words = pages.map((page) => wordsOf(pageData(page)));
    expect(new Set(words.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(words.map(({ description }) => description)).size).toBe(pages.length);
  });

  it('what the operator writes cannot break out of the head', () => {
    const data = pageData('home');
    const head = headOf({ ...data, store: { ...data.store, name: '"><script>x</script>' } });
    expect(head).not.toContain('<script');
  });

  it('S-20: private pages share nothing', () => {
    expect(headOf(pageData('success'))).toBe('');
  });
});
