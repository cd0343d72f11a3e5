// What an operator changes is on the pages: every text, in every language, and only as text.
import { expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { previewPages } from '../../contract/page-labels.ts';
import { type PageData, pathOf } from '../../contract/pages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { defaultOf, holesOf, type LanguageTexts, textProblem } from '../../contract/text-settings.ts';
import { render } from '../../web/entry-server.tsx';
import { shopTexts, textsOf } from '../../web/shop/texts/catalogue.ts';
import { plainTexts } from '../../web/shop/texts/presets.ts';
import { buildSample } from './page-samples.ts';

const pageOf = (page: (typeof previewPages)[number] | 'sample', lang: PageData['lang'], own: LanguageTexts) =>
  render({
    page,
    lang,
    path: pathOf(page, lang),
    publicUrl: 'https://shop.example',
    sandbox: true,
    version: 1,
    store: { ...defaultStoreProfile, texts: { ...defaultStoreProfile.texts, [lang]: own } },
    ...buildSample({ page, lang }),
  });
const changedTo = (textFor: (text: string, key: string) => string, lang: PageData['lang']) =>
  Object.fromEntries(shopTexts.map(({ key, texts }) => [key, textFor(texts[lang].specified, key)]));

test('every text has one key and is found under it in every language', () => {
  const keys = shopTexts.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(400);
  for (const { key, texts } of shopTexts) {
    for (const lang of languages) expect(texts[lang].specified, `${lang} ${key}`).not.toBe('');
  }
});

test('the plain texts exist, differ from the specified ones and have their placeholders', () => {
  for (const lang of languages) {
    for (const [key, text] of Object.entries(plainTexts[lang])) {
      const entry = shopTexts.find((one) => one.key === key);
      expect(entry, key).toBeDefined();
      if (!entry) continue;
      expect(textProblem(text, entry.texts[lang].specified), key).toBeNull();
      expect(text, key).not.toBe(entry.texts[lang].specified);
      expect(defaultOf(entry, lang, 'plain')).toBe(text);
      expect(text, key).not.toMatch(/!/);
    }
  }
});

test('D-33, ERR-15, ERR-16, TRK-6: English is as specified, Portuguese is plain, and both have the other preset', () => {
  const titles = (lang: PageData['lang'], preset?: LanguageTexts['preset']) =>
    textsOf(lang, ...(preset ? [{ preset, changed: {} }] : [])).checkout.island.titles;
  expect(titles('en')).toMatchObject({ payment: 'Payment Oops!', server: 'Server Taking a Coffee Break!' });
  expect(titles('en', 'plain')).toMatchObject({ payment: 'Payment problem' });
  expect(titles('pt')).toMatchObject({ payment: 'Problema no pagamento' });
  expect(titles('pt', 'specified')).toMatchObject({ server: 'O servidor foi tomar um café!' });
  for (const lang of languages) expect(textsOf(lang).client.island.order).toBe('Pedido #{id}');
  expect(textsOf('en', { preset: 'plain', changed: {} }).client.island.order).toBe('Order #{id}');
});

test.each(languages)('D-33: every sentence of every page in %s is a text of the operator', (lang) => {
  const own = {
    preset: 'specified' as const,
    changed: changedTo((text) => ['§', ...holesOf(text).map((name) => `{${name}}`)].join(''), lang),
  };
  const defaults = shopTexts.flatMap(({ texts }) => [texts[lang].specified, texts[lang].plain ?? '']);
  const sentences = defaults.filter((text) => text.length > 14 && !text.includes('{'));
  for (const page of previewPages) {
    const { title, description, html, head, data } = pageOf(page, lang, own);
    const shown = [title, description, html, head, JSON.stringify(data)].join(' ').replaceAll('&#x27;', "'");
    expect(shown, page).toContain('§');
    expect(
      sentences.filter((text) => shown.includes(text)),
      page,
    ).toEqual([]);
  }
});

test('a text is never read as HTML', () => {
  const attack = '</script><img src=x onerror=alert(1)>"&';
  const own = {
    preset: 'specified' as const,
    changed: changedTo((text) => [attack, ...holesOf(text).map((name) => `{${name}}`)].join(' '), 'en'),
  };
  for (const page of previewPages) {
    const { html, head } = pageOf(page, 'en', own);
    expect(html, page).not.toContain('<img src=x');
    expect(head, page).not.toContain('</script><img');
  }
});

test('a text from an earlier version is kept, unless it names a value that no longer exists', () => {
  const changed = {
    'home.island.save': 'Saves {amount}',
    'home.island.take': 'Take {count} of {everything}',
    'home.island.gone': 'x',
    'home.page.lead': 'Own lead',
  };
  const { island, page } = textsOf('en', { preset: 'specified', changed }).home;
  expect([island.save, island.take, page.lead]).toEqual(['Saves {amount}', 'Take {count}', 'Own lead']);
  expect(Object.keys(island)).not.toContain('gone');
});

test('the merge runs once for each saved version', () => {
  const own: LanguageTexts = { preset: 'plain', changed: {} };
  expect(textsOf('en', own)).toBe(textsOf('en', own));
  expect(textsOf('en', { ...own })).toEqual(textsOf('en', own));
});

test('the sample of an order page is marked as one, leads to the packages, and is linked from Home and About', () => {
  for (const lang of languages) {
    const { title, html, data } = pageOf('sample', lang, defaultStoreProfile.texts[lang]);
    expect(title).not.toContain('SAMPLE');
    expect(html).toContain(textsOf(lang, defaultStoreProfile.texts[lang]).about.sample);
    expect(html).toContain(`href="${pathOf('home', lang)}"`);
    expect(html).not.toContain('/receipt');
    // A message about an order that does not exist would mislead the support.
    expect(html).not.toContain('/contact?');
    expect(data).toEqual({});
    for (const page of ['home', 'about'] as const) {
      expect(pageOf(page, lang, defaultStoreProfile.texts[lang]).html).toContain(`href="${pathOf('sample', lang)}"`);
    }
  }
});
