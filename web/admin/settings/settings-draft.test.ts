import { describe, expect, it } from 'vitest';
import { firstOffers, type OfferInput, type OfferSetting } from '../../../contract/offers.ts';
import { settingsProblems } from '../../../contract/settings-rules.ts';
import { firstStoreSettings, type StoreSettings, settingsAfter } from '../../../contract/store-settings.ts';
import { changesOf, type Draft, draftOf, draftOnTop, inputOf, restoredDraft } from './settings-draft.ts';

const saved = firstStoreSettings();
const edited = (change: (draft: Draft) => void) => {
  const draft = draftOf(saved);
  change(draft);
  return draft;
};

describe('the draft of the settings', () => {
  it('as it was read it is valid and changes nothing', () => {
    expect(settingsProblems(inputOf(draftOf(saved)), firstOffers())).toEqual([]);
    expect(changesOf(saved, draftOf(saved))).toEqual([]);
  });

  it.each([
    ['7', 7_000],
    ['7.5', 7_500],
    ['$6,25', 6_250],
    ['0.001', 1],
  ])('takes %s dollars per 1,000 as they are typed', (typed, micros) => {
    const draft = edited((copy) => {
      copy.offers.Likes.perThousand = typed;
    });
    expect(inputOf(draft).prices.unit_price_micros).toBe(micros);
  });

  it.each([
    ['1,000', 1_000],
    ['1,000.50', 1_000.5],
    ['1.000,50', 1_000.5],
    ['2k', 2_000],
    ['１２，５', 12.5],
  ])('D-52: takes %s dollars with either decimal sign', (typed, dollars) => {
    const draft = edited((copy) => {
      copy['support_refund.largest'] = typed;
      copy['spending_caps.refunds.day'] = typed;
    });
    const { support_refund, spending_caps } = inputOf(draft);
    expect([support_refund?.largest, spending_caps?.refunds.day]).toEqual([dollars, dollars]);
  });

  it.each(['1.000', '0,500', '1.001', '-1', '1e3'])('D-52: refuses %s dollars, which are not clear', (typed) => {
    const draft = edited((copy) => {
      copy['support_refund.largest'] = typed;
    });
    expect(settingsProblems(inputOf(draft), firstOffers())).toMatchObject([{ field: 'support_refund.largest' }]);
  });

  it('D-52: takes days and limits in digits of any script, and refuses a part of one', () => {
    const typed = (days: string) =>
      inputOf(
        edited((copy) => {
          copy['retention.visits'] = days;
          copy.overdue_refund_days = days;
          copy['card_testing.all.per_day'] = days;
        }),
      );
    expect(typed('４５')).toMatchObject({ overdue_refund_days: '45', retention: { visits: 45 } });
    expect(typed('٤٥').card_testing?.all.per_day).toBe(45);
    expect(settingsProblems(typed('4.5'), firstOffers()).map(({ field }) => field)).toEqual([
      'overdue_refund_days',
      'retention.visits',
      'card_testing.all.per_day',
    ]);
  });

  it.each(['', '-1', 'six', '6.0001', '1e3'])('refuses %j as a price with a sentence', (typed) => {
    const draft = edited((copy) => {
      copy.offers.Likes.perThousand = typed;
    });
    expect(settingsProblems(inputOf(draft), firstOffers())).toMatchObject([{ field: 'prices.unit_price_micros' }]);
  });

  it.each(['10000', '10,000', '10.000', ' 10 000 ', '10k', '10 mil', '10.000,00', '１００００'])(
    'D-52: takes the quantity %j',
    (typed) => {
      const draft = edited((copy) => {
        copy.tiers.Likes = [{ from: typed, discount: '20' }];
      });
      expect(inputOf(draft).prices.tiers.Likes).toEqual([{ from_quantity: 10_000, discount_percent: 20 }]);
    },
  );

  it('describes each change as the history does', () => {
    const draft = edited((copy) => {
      copy.support_hours.en = 'Always\n\n';
      copy.tiers.Likes = [];
      copy.claims.rating.confirmed = true;
      copy.legal.terms.pt = 'Nossos termos.';
    });
    expect(changesOf(saved, draft)).toEqual([
      { field: 'support_hours.en', before: 'Mon-Fri 9AM-6PM EST; Sat-Sun 10AM-4PM EST', after: 'Always' },
      { field: 'claims.rating.confirmed_by', before: '', after: 'you' },
      {
        field: 'prices.tiers.Likes',
        before: 'from 5,000: 10 % off; from 10,000: 20 % off; from 20,000: 30 % off; from 30,000: 40 % off',
        after: '',
      },
      { field: 'legal.terms.pt', before: '', after: 'Nossos termos.' },
    ]);
  });

  it('D-103: a restore brings back whole offers, and whose price follows the base price', () => {
    const { offers } = saved;
    const [likes, views] = offers as [OfferSetting, OfferSetting];
    const words = { en: 'Other', pt: 'Outro' };
    const older = {
      ...saved,
      offers: [
        { ...likes, names: words, texts: words },
        { ...views, on: false, own_price: true },
      ],
    };
    const restored = (from: StoreSettings, to: StoreSettings) =>
      settingsAfter(from, inputOf(draftOf(to)), { at: '', by: 'you' }).offers;
    expect(restored(saved, older)).toEqual(older.offers);
    expect(restored(older, saved)).toEqual(offers);
    const dearer = edited((copy) => {
      copy.offers.Likes.perThousand = '7';
    });
    const now = settingsAfter(saved, inputOf(dearer), { at: '', by: 'you' });
    expect(now.offers).toMatchObject([{ unit_price_micros: 7_000 }, { own_price: true, unit_price_micros: 6_000 }]);
    expect(restored(now, saved)).toEqual(offers);
    // Edited here on top of a version that switches the offer off.
    expect(draftOnTop(dearer, draftOf(saved), draftOf(older)).offers.Views.on).toBe(false);
  });

  it('D-111: a restore brings back further offers as they were, and turns off one that the version did not have', () => {
    const confirmation = { at: '2026-01-01', by: 'you' };
    const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
    const tiktok = {
      id: 'tiktok-likes',
      platform: 'tiktok',
      action: 'likes',
      names,
      unit_price_micros: 4_000,
    } as const;
    const youtube = { ...tiktok, id: 'youtube-likes', platform: 'youtube' } as const;
    const save = (from: StoreSettings, ...offers: OfferInput[]) =>
      settingsAfter(from, { ...inputOf(draftOf(from)), offers }, confirmation);
    const older = save(saved, { ...tiktok, on: true, attested: true });
    const changed = save(older, { id: 'tiktok-likes', on: false, unit_price_micros: 9_000, tiers: [] });
    const now = save(changed, { ...youtube, on: true, attested: true });
    const restored = settingsAfter(now, inputOf(restoredDraft(older, now)), confirmation);
    expect(restored.offers.slice(0, 3)).toEqual(older.offers);
    expect(restored.offers[3]).toEqual({ ...now.offers[3], on: false });
    expect(settingsAfter(now, inputOf(draftOf(now)), confirmation)).toEqual(now);
    // Two admins: the edit of one leaves the new offer of the other on.
    const mine = draftOnTop(draftOf(older), draftOf(older), draftOf(now));
    expect(settingsAfter(now, inputOf(mine), confirmation).offers).toEqual(now.offers);
  });

  it('keeps what was edited here on top of what somebody else saved', () => {
    const mine = edited((copy) => {
      copy.claims.rating.shown = false;
      copy.tiers.Views = [];
    });
    const theirs = edited((copy) => {
      copy.name = 'Theirs';
      copy.claims.rating.text.en = '5/5';
      copy.tiers.Views.pop();
    });
    const merged = draftOnTop(mine, draftOf(saved), theirs);
    expect(merged.name).toBe('Theirs');
    expect(merged.claims.rating).toMatchObject({ shown: false, text: { en: '5/5' } });
    expect(merged.tiers.Views).toEqual([]);
  });

  it('a confirmation is of the words that stood there, and not of those that somebody else saved', () => {
    const mine = edited((copy) => {
      copy.claims.customers.confirmed = true;
      copy.claims.rating.confirmed = true;
    });
    const theirs = edited((copy) => {
      copy.claims.customers.text.en = 'Over 1 million happy customers';
    });
    const { claims } = draftOnTop(mine, draftOf(saved), theirs);
    expect(claims.customers).toMatchObject({ confirmed: false, text: { en: 'Over 1 million happy customers' } });
    expect(claims.rating.confirmed).toBe(true);
    theirs.claims.customers.confirmed = true;
    expect(draftOnTop(mine, draftOf(saved), theirs).claims.customers.confirmed).toBe(true);
  });

  it('own texts stay beside those that somebody else saved, and a text that they reset is reset', () => {
    const base = edited((copy) => {
      copy.texts.en.changed = { 'home.page.lead': 'Old', 'shell.menu': 'Old menu' };
    });
    const mine = structuredClone(base);
    mine.texts.en.changed['shell.skip'] = 'Mine';
    mine.texts.en.changed['shell.menu'] = 'My menu';
    const theirs = structuredClone(base);
    theirs.texts.en.changed = { 'home.page.headline': 'Theirs', 'shell.menu': 'Their menu' };
    theirs.texts.pt.preset = 'specified';
    const { texts } = inputOf(draftOnTop(mine, base, theirs));
    expect(texts?.en.changed).toEqual({
      'home.page.headline': 'Theirs',
      'shell.menu': 'My menu',
      'shell.skip': 'Mine',
    });
    expect(texts?.pt.preset).toBe('specified');
  });
});
