import { describe, expect, it, vi } from 'vitest';
import { guaranteeSentence } from '../../contract/guarantee-sentence.ts';
import { statedFacts } from '../../contract/language-texts.ts';
import { languagePrefixes, languages, languageTags } from '../../contract/languages.ts';
import type { PageName } from '../../contract/pages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { click, draw, pageData } from '../testing.tsx';
import { headOf, wordsOf } from './page-head.ts';
import { startPlainControls } from './plain-controls.ts';
import { islandOf } from './public-pages.tsx';
import { pageOf } from './testing.tsx';

describe('the shell', () => {
  it('NAV-1..4: leads to home, about, contact and the orders', () => {
    const { all } = draw(pageOf(pageData('about')));
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
    const { all } = draw(pageOf(pageData('contact')));
    expect(new Set(all('[aria-current=page]').map(({ textContent }) => textContent))).toEqual(new Set(['Contact']));
  });

  it('says in sandbox mode, and only there, that no money moves', () => {
    const notice = 'Sandbox: no money moves';
    expect(draw(pageOf(pageData('about'))).text()).toContain(notice);
    expect(draw(pageOf(pageData('about', { sandbox: false }))).text()).not.toContain(notice);
  });
});

describe('D-107: the names of links that are not of Instagram posts', () => {
  it.each(['success', 'client'] as const)('are in the document of %s where an offer has such links', (page) => {
    const props = (store: typeof defaultStoreProfile) => JSON.stringify(islandOf(pageData(page, { store }))?.props);
    expect(props(defaultStoreProfile)).not.toContain('Short link');
    const offers = defaultStoreProfile.offers.map((offer) => ({ ...offer, link_rule: 'tiktok-video' as const }));
    expect(props({ ...defaultStoreProfile, offers })).toContain('Short link');
  });
});

describe('about', () => {
  it('ABOUT-1..8: three steps and five questions', () => {
    const { all, one } = draw(pageOf(pageData('about')));
    expect(all('ol h2').map(({ textContent }) => textContent)).toEqual([
      'Select a package',
      'Add your post URL',
      'Complete your order',
    ]);
    for (const topic of ['safety', 'speed', 'posts', 'refunds', 'passwords'])
      expect(one(`#${topic}`).textContent).not.toBe('');
  });

  it('says who delivers, what happens when, what happens if not, and how refunds go', () => {
    const business = { name: 'Applause Ltd', address: '1 Main Street', tax_id: '' };
    const { all, text, link } = draw(pageOf(pageData('about', { store: { ...defaultStoreProfile, business } })));
    expect(all('h2').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Who delivers', 'From payment to delivery', 'If something goes wrong', 'Refunds']),
    );
    for (const part of ['Applause Ltd', '1 Main Street', 'Delivery starts in 1-5 minutes.', 'Nothing is charged.'])
      expect(text()).toContain(part);
    expect(link('The refund rules').getAttribute('href')).toBe('/refunds');
  });

  it.each(['about', 'home'] as const)('%s: "1-5 minutes" is not broken at its hyphen', (page) => {
    const { all } = draw(pageOf(pageData(page)));
    const unbroken = all('.whitespace-nowrap').filter(({ textContent }) => textContent === '1-5');
    expect(unbroken).toHaveLength(2);
  });

  it('D-2, D-37: shows facts of the software, and no claim that is switched off', () => {
    const claims = structuredClone(defaultStoreProfile.claims);
    for (const claim of Object.values(claims)) claim.shown = false;
    for (const lang of languages) {
      const drawn = draw(pageOf(pageData('about', { lang, store: { ...defaultStoreProfile, claims } })));
      for (const { text } of Object.values(claims)) expect(drawn.text()).not.toContain(text[lang]);
      expect(drawn.text()).not.toMatch(/\{\w+\}/);
      expect(drawn.all('#when ~ ol li')).toHaveLength(4);
      drawn.unmount();
    }
  });
});

describe('contact', () => {
  it('CONTACT-10..14: shows address, hours, the aim and the hint', () => {
    const { text, all } = draw(pageOf(pageData('contact')));
    expect(all('main a[href="mailto:support@applaud.example"]')).toHaveLength(1);
    for (const shown of ['Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST', '24 hours', 'URGENT'])
      expect(text()).toContain(shown);
  });
});

describe('the 404 page', () => {
  it('NF-1, NF-4: has three messages, each with its fun fact', () => {
    const drawn = ([0, 1, 2] as const).map((variant) => draw(pageOf(pageData('not-found', { variant }))).text());
    expect(new Set(drawn).size).toBe(3);
    for (const text of drawn) expect(text).toContain('Fun fact:');
  });

  it('NF-2, NF-3: leads home and back', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
    const length = vi.spyOn(window.history, 'length', 'get').mockReturnValue(1);
    const { link, button } = draw(pageOf(pageData('not-found')));
    expect(link('Take Me Home').getAttribute('href')).toBe('/');
    expect(button('Go Back').disabled).toBe(true);
    startPlainControls(document);
    expect(button('Go Back').disabled).toBe(true);
    length.mockReturnValue(2);
    startPlainControls(document);
    await click(button('Go Back'));
    expect(back).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });
});

describe('the 404 page of an order or a receipt', () => {
  it.each([
    ['en', 'This link opens no order', 'My Orders', '/client', 'Contact Support', '/contact'],
    ['pt', 'Este link não abre nenhum pedido', 'Meus pedidos', '/pt/client', 'Falar com o suporte', '/pt/contact'],
  ] as const)(
    '%s: leads to My Orders and to support, without a joke',
    (lang, title, orders, client, support, contact) => {
      const { all, text } = draw(pageOf(pageData('not-found', { lang, variant: 'link' })));
      expect(all('h1').map(({ textContent }) => textContent)).toEqual([title]);
      const links = all('main a').map((link) => [link.textContent, link.getAttribute('href')]);
      expect(links.slice(0, 2)).toEqual([
        [orders, client],
        [support, contact],
      ]);
      expect(text()).not.toMatch(/Fun fact|Curiosidade/);
    },
  );
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
    expect(head.match(/<script/g)).toEqual(['<script']);
    expect(head).toContain('<script type="application/ld+json">');
    expect(head.match(/<\/script>/g)).toHaveLength(1);
  });

  it('S-20: private pages share nothing', () => {
    expect(headOf(pageData('success'))).toBe('');
  });
});

const structured = (page: PageName, more = {}): Record<string, unknown>[] => {
  const [, json = ''] = /ld\+json">(.*)<\/script>/.exec(headOf(pageData(page, more))) ?? [];
  return JSON.parse(json)['@graph'];
};

describe('metadata for search engines and other sites', () => {
  it('PRICE-1: the offers of the home page cost what the picker says', () => {
    const [likes, views] = structured('home').filter((one) => one['@type'] === 'Product');
    expect(likes?.offers).toMatchObject({ lowPrice: '3.00', highPrice: '108.00', priceCurrency: 'USD', offerCount: 7 });
    expect(views?.offers).toMatchObject({ lowPrice: '30.00', highPrice: '2700.00' });
    expect(JSON.stringify(structured('home'))).not.toMatch(/rating/i);
  });

  it('ABOUT-4..8: the questions of about, in the language of the page', () => {
    const faq = structured('about', { lang: 'pt' }).find((one) => one['@type'] === 'FAQPage');
    expect(faq?.mainEntity).toHaveLength(6);
    expect(JSON.stringify(faq)).toContain('É seguro para a minha conta?');
  });

  it('A-78: a claim that is switched off is not in the metadata for search engines either', () => {
    const claims = structuredClone(defaultStoreProfile.claims);
    for (const claim of Object.values(claims)) claim.shown = false;
    const store = { ...defaultStoreProfile, claims };
    for (const page of ['home', 'about', 'refunds'] as const) {
      for (const { text } of Object.values(claims)) expect(headOf(pageData(page, { store }))).not.toContain(text.en);
    }
  });

  it('D-27: every picture has an absolute address with language and version', () => {
    expect(headOf(pageData('about', { lang: 'pt' }))).toContain('content="https://shop.example/og/about.pt.png?v=7"');
    expect(headOf(pageData('checkout'))).toContain('content="https://shop.example/og/home.en.png?v=7"');
    expect(headOf(pageData('home', { lang: 'pt' }))).toContain('<meta property="og:locale" content="pt_BR">');
  });
});

describe('the legal pages', () => {
  it.each(['terms', 'privacy', 'refunds'] as const)(
    'A-80: %s says its text, names the store and how to reach it',
    (page) => {
      for (const lang of languages) {
        const { text, all } = draw(pageOf(pageData(page, { lang })));
        expect(text()).not.toMatch(/[{}]/);
        expect(all('main h2').length).toBeGreaterThan(3);
        expect(all('footer a').map((link) => link.getAttribute('href'))).toEqual(
          expect.arrayContaining([`${languagePrefixes[lang]}/terms`, `${languagePrefixes[lang]}/privacy`]),
        );
      }
    },
  );

  it('D-8: the privacy page says whether addresses are shortened or kept whole', () => {
    const words = {
      en: ['shortened before it is stored', 'stored whole'],
      pt: ['encurtado antes de ser guardado', 'guardado por inteiro'],
    };
    for (const lang of ['en', 'pt'] as const) {
      for (const full_ip of [false, true]) {
        const { text } = draw(pageOf(pageData('privacy', { lang, store: { ...defaultStoreProfile, full_ip } })));
        expect(words[lang].map((word) => text().includes(word))).toEqual([!full_ip, full_ip]);
      }
    }
  });

  it('A-78, GEN-14: the guarantee stands on the refunds page only as long as the operator shows it', () => {
    const claims = {
      ...defaultStoreProfile.claims,
      guarantee: { text: { ...defaultStoreProfile.claims.guarantee.text, en: 'All of it back' }, shown: true },
    };
    const page = (shown: boolean) =>
      draw(
        pageOf(
          pageData('refunds', {
            store: { ...defaultStoreProfile, claims: { ...claims, guarantee: { ...claims.guarantee, shown } } },
          }),
        ),
      ).text();
    expect(page(true)).toContain('All of it back.');
    expect(page(false)).not.toContain('All of it back');
  });

  it('A-9, ABOUT-7: the answer on refunds leads to the rules', () => {
    const { one } = draw(pageOf(pageData('about')));
    expect(one('#refunds a').getAttribute('href')).toBe('/refunds');
  });
});

describe('D-54: the guarantee against losses', () => {
  const stating = ['home', 'about', 'checkout', 'terms', 'refunds'] as const;
  const ownTerms = { en: 'Own terms.', pt: 'Termos próprios.' };
  const denials = { en: 'not guaranteed to stay', pt: 'Não há garantia' };

  it.each([
    [0, 0],
    [30, 30],
    [30, 7],
    [1, 0],
    [0, 365],
  ])('for %s and %s days stands on every page in the same words, and where off on none', (likes, views) => {
    const days = { Likes: likes, Views: views };
    for (const lang of languages) {
      const sentence = guaranteeSentence(days, lang);
      for (const page of stating) {
        for (const claimShown of [true, false]) {
          const { guarantee } = defaultStoreProfile.claims;
          const claims = { ...defaultStoreProfile.claims, guarantee: { ...guarantee, shown: claimShown } };
          const store = { ...defaultStoreProfile, guarantee_days: days, claims };
          const text = draw(pageOf(pageData(page, { lang, store }))).text();
          if (sentence) expect(text).toContain(sentence);
          else expect(text).not.toMatch(/delivered again|entregues de novo/);
          const isDenied = page === 'home' ? false : likes === 0 || views === 0;
          expect(text.includes(denials[lang])).toBe(isDenied);
        }
      }
    }
  });

  it('stands above legal texts of the operator that leave it out', () => {
    for (const lang of languages) {
      const legal = { ...defaultStoreProfile.legal, terms: ownTerms, refunds: { en: '{losses}', pt: '{losses}' } };
      const sentence = guaranteeSentence(defaultStoreProfile.guarantee_days, lang) ?? '';
      for (const page of ['terms', 'refunds'] as const) {
        const text = draw(pageOf(pageData(page, { lang, store: { ...defaultStoreProfile, legal } }))).text();
        expect(text.split(sentence)).toHaveLength(2);
      }
    }
  });
});

describe('facts that several pages state', () => {
  it('stand in the same words, and no page states them differently', () => {
    for (const lang of languages) {
      const textOf = (page: PageName) => draw(pageOf(pageData(page, { lang }))).text();
      const { missingPart, bankDays, orderPage, replaceLink } = statedFacts[lang];
      for (const page of ['home', 'about', 'refunds'] as const) expect(textOf(page)).toContain(missingPart);
      for (const page of ['about', 'refunds'] as const) expect(textOf(page)).toContain(bankDays);
      for (const page of ['about', 'checkout'] as const) expect(textOf(page)).toContain(orderPage);
      for (const page of ['about', 'checkout', 'terms', 'refunds'] as const)
        expect(textOf(page)).toContain(replaceLink);
      const all = (['home', 'about', 'checkout', 'terms', 'privacy', 'refunds'] as const).map(textOf).join(' ');
      expect(all).not.toMatch(
        /a few days|alguns dias|on the screen|na tela|write to us at once|escreva (para nós )?logo/i,
      );
    }
  });

  it('D-35: the privacy page says what a stranger with the address of a buyer sees', () => {
    expect(draw(pageOf(pageData('privacy'))).text()).toContain('in the last 90 days, with shortened links');
  });

  it('the footer names the seller when the operator has entered it', () => {
    const business = { name: 'Applause Ltd', address: '1 Main Street\nIreland', tax_id: '' };
    const footer = (store = defaultStoreProfile) =>
      draw(pageOf(pageData('about', { store }))).one('footer').textContent;
    expect(footer({ ...defaultStoreProfile, business })).toContain('Applause Ltd, 1 Main Street, Ireland');
    expect(footer()).not.toContain('Applause Ltd');
  });
});

describe('the other language', () => {
  it('D-27: every page leads to itself in every other language, by a real link', () => {
    const { all } = draw(pageOf(pageData('about')));
    const switches = all<HTMLAnchorElement>('a[hreflang]');
    const others = languages.filter((lang) => lang !== 'en').map((lang) => languageTags[lang]);
    expect([...new Set(switches.map(({ hreflang }) => hreflang))]).toEqual(others);
    const portuguese = switches.filter(({ hreflang }) => hreflang === 'pt-BR');
    expect(portuguese.length).toBeGreaterThan(1);
    for (const link of portuguese) {
      expect(link.getAttribute('href')).toBe('/pt/about');
      expect([link.hreflang, link.lang, link.textContent]).toEqual(['pt-BR', 'pt-BR', 'Português (BR)']);
    }
  });

  it('D-27: all links of a Portuguese page stay in Portuguese', () => {
    for (const page of ['home', 'about', 'contact', 'checkout', 'success', 'client', 'terms', 'not-found'] as const) {
      const { all } = draw(pageOf(pageData(page, { lang: 'pt' })));
      const own = all('a[href^="/"]:not([hreflang])').map((link) => link.getAttribute('href'));
      expect(own.length).toBeGreaterThan(3);
      expect(own.filter((href) => !/^\/pt(\/|$)/.test(href ?? ''))).toEqual([]);
    }
  });
});
