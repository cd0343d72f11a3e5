import { describe, expect, it } from 'vitest';
import { languages } from '../../../contract/languages.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { holesOf } from '../../../contract/text-settings.ts';
import { shopTexts, takingOtherLinks, takingTransfers, textsFor } from './catalogue.ts';
import { otherLinkTexts, transferTexts } from './presets.ts';

describe.each(languages)('D-61: the texts of a store that takes transfers, in %s', (lang) => {
  const store = defaultStoreProfile;
  const byCard = /by card|com cartão|cartão usado|card (that )?you paid with/i;

  it('replace texts that exist, with the same values in them', () => {
    for (const [key, text] of Object.entries(transferTexts[lang])) {
      const replaced = shopTexts.find((entry) => entry.key === key);
      expect([key, holesOf(text)]).toEqual([key, holesOf(replaced?.texts[lang].specified ?? 'none {x}')]);
    }
  });

  it('do not name the card as the only way to pay', () => {
    const { home, heads, steps, benefits, questions, about, success } = textsFor({
      lang,
      store: takingTransfers(store),
    });
    const shown = JSON.stringify({ home, heads, steps, benefits, questions, about, success });
    expect(shown).not.toMatch(byCard);
    expect(JSON.stringify(textsFor({ lang, store }))).toMatch(byCard);
  });

  it('of checkout and rules are true where transfers are the only method', () => {
    const { checkout, legal } = textsFor({ lang, store: takingTransfers(store) });
    expect(checkout.page.noscript).not.toMatch(/card|cartão/i);
    expect(JSON.stringify([legal.terms, legal.refunds])).not.toMatch(/card|cartão/i);
  });

  it('keep what the operator wrote', () => {
    const own = { ...store.texts[lang], changed: { 'home.page.lead': 'Own words.' } };
    const changed = { ...store, texts: { ...store.texts, [lang]: own } };
    expect(textsFor({ lang, store: takingTransfers(changed) }).home.page.lead).toBe('Own words.');
  });

  it('are merged once for each saved version', () => {
    expect(takingTransfers(store)).toBe(takingTransfers(store));
  });
});

describe.each(languages)('D-110: the texts of an order of profiles or channels, in %s', (lang) => {
  it('replace texts that exist, with the same values in them', () => {
    for (const [key, text] of Object.entries(otherLinkTexts[lang])) {
      const replaced = shopTexts.find((entry) => entry.key === key);
      expect([key, holesOf(text)]).toEqual([key, holesOf(replaced?.texts[lang].specified ?? 'none {x}')]);
    }
  });

  it('name no post, but where a buyer chose a link that opens none', () => {
    const { success, order, receipt } = textsFor({ lang, store: takingOtherLinks(defaultStoreProfile) });
    const { chosen: _, kinds: _kinds, ...posts } = order.posts;
    const { chosen: _chosen, kinds: _names, ...paper } = receipt;
    const sentences = JSON.stringify([success, { ...order, posts }, paper]).replace(/"posts":|\{posts\}/g, '');
    expect(sentences).not.toMatch(/\bposts?\b|publica/i);
  });
});
