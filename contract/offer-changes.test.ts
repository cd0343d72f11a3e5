// D-108: offers beside the two specified ones, which a save of the settings adds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offersAfter } from './offer-changes.ts';
import { offerActions, offerKindOf, offerKinds, platforms } from './offer-kinds.ts';
import {
  firstOffers,
  type OfferInput,
  type OfferSetting,
  offerCents,
  offerKey,
  priceListOf,
  readOffers,
  toStoredOffers,
  viewsOf,
} from './offers.ts';
import { settingsLimits, settingsProblems } from './settings-rules.ts';
import { changesBetween, firstStoreSettings, type StoreSettingsInput, tidySettings } from './store-settings.ts';

const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
const tiktok = { id: 'tiktok-likes', platform: 'tiktok', action: 'likes', names, unit_price_micros: 4_000 } as const;

const added = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[a-z]{2,8}(-[a-z0-9]{1,6}){1,3}$/),
      kind: fc.constantFrom(...offerKinds),
      unit_price_micros: fc.integer({ min: 10, max: 1_000_000 }),
      on: fc.boolean(),
      paused: fc.boolean(),
      guarantee_days: fc.nat(365),
      packages: fc.constantFrom<number[][]>([500], [500, 1_000], [500, 5_000, 20_000]),
      tiers: fc.constantFrom<OfferSetting['tiers'][]>([], [{ from_quantity: 5_000, discount_percent: 10 }]),
      margin: fc.constantFrom<(OfferSetting['margin'] | undefined)[]>(undefined, {
        mode: 'apply' as const,
        target: 60,
        floor: 30,
        step: 5,
      }),
    }),
    { selector: ({ id }) => id, maxLength: 20 },
  )
  .map((all) =>
    all.map(({ kind: { platform, action }, ...offer }) => ({
      ...offer,
      platform,
      action,
      names,
      attested: true as const,
    })),
  );

const inputWith = (offers: readonly OfferInput[]): StoreSettingsInput => {
  const { offers: _, ...settings } = firstStoreSettings();
  const claims = Object.fromEntries(
    Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
  );
  return tidySettings({ ...settings, claims, offers } as unknown as StoreSettingsInput);
};
const problems = (offers: readonly object[], saved = firstOffers()) =>
  settingsProblems(inputWith(offers as OfferInput[]), saved).map(({ field, code }) => `${field} ${code}`);
const after = (before: readonly OfferSetting[], offers: readonly OfferInput[], by = 'owner@example.com') =>
  offersAfter(before, { ...viewsOf(before), offers }, { at: '2026-12-01T00:00:00.000Z', by }).offers;

it('D-108: added offers are valid, stored and read again the same, and change nothing of the specified ones', () => {
  fc.assert(
    fc.property(added, (offers) => {
      expect(problems(offers)).toEqual([]);
      const all = after(firstOffers(), offers);
      expect(all.slice(0, 2)).toEqual(firstOffers());
      expect(all.slice(2).map(({ id }) => id)).toEqual(offers.map(({ id }) => id));
      expect(viewsOf(all)).toEqual(viewsOf(firstOffers()));
      expect(JSON.stringify(priceListOf(all))).toBe(JSON.stringify(priceListOf(firstOffers())));
      const read = readOffers(JSON.parse(JSON.stringify(toStoredOffers(all))), viewsOf(all));
      expect(read).toEqual(all);
      for (const [at, offer] of all.slice(2).entries()) {
        const { platform, action } = offer;
        const { attested: _, ...sent } = offers[at] as OfferInput;
        const margin = sent.margin ?? { mode: 'off' };
        expect(offer).toMatchObject({ ...sent, margin, attested_by: 'owner@example.com' });
        expect(offer).toMatchObject({ ...offerKindOf(platform, action), own_price: true });
        expect(offerKey(offer)).toBe(offer.id);
      }
      // A save that names none of them, or the base price alone, keeps them.
      const { prices, ...views } = viewsOf(all);
      const next = offersAfter(all, { ...views, prices: { ...prices, unit_price_micros: 9_000 } }).offers;
      expect(next.slice(2)).toEqual(all.slice(2));
    }),
  );
});

it('D-108: keeps who confirmed an offer first, and lists what was added', () => {
  const once = after(firstOffers(), [{ ...tiktok, attested: true }]);
  expect(once[2]).toMatchObject({ attested_by: 'owner@example.com', attested_at: '2026-12-01T00:00:00.000Z' });
  const twice = after(once, [{ id: tiktok.id, attested: true, on: true }], 'other@example.com');
  expect(twice[2]).toMatchObject({ attested_by: 'owner@example.com', on: true });
  const settings = firstStoreSettings();
  const listed = changesBetween(settings, { ...settings, offers: once }).map(({ field }) => field);
  expect(listed).toEqual(
    expect.arrayContaining(['offers.tiktok-likes.unit_price_micros', 'offers.tiktok-likes.packages']),
  );
  expect(offerCents(once[2] as OfferSetting, 1_000)).toBe(400);
});

describe('D-108: refuses', () => {
  it.each<[string, object, string]>([
    ['an ID with a capital', { ...tiktok, id: 'TikTok' }, 'offers.0.id offer_id_invalid'],
    ['an ID with a slash', { ...tiktok, id: 'a/b' }, 'offers.0.id offer_id_invalid'],
    ['an ID that is a hyphen', { ...tiktok, id: '-' }, 'offers.0.id offer_id_invalid'],
    ['an empty ID', { ...tiktok, id: '' }, 'offers.0.id offer_id_invalid'],
    ['one word, which may be the name of something', { ...tiktok, id: 'constructor' }, 'offers.0.id offer_id_invalid'],
    ['no action', { ...tiktok, action: undefined }, 'offers.0.id offers_unlisted'],
    ['no platform', { ...tiktok, platform: undefined }, 'offers.0.id offers_unlisted'],
    ['no name', { ...tiktok, names: undefined }, 'offers.tiktok-likes.names.en offer_name_invalid'],
    [
      'no price',
      { ...tiktok, unit_price_micros: undefined },
      'offers.tiktok-likes.unit_price_micros base_price_too_low',
    ],
    ['what nobody confirmed', { ...tiktok, on: true }, 'offers.tiktok-likes.on offer_not_attested'],
    ['a long guarantee', { ...tiktok, guarantee_days: 366 }, 'offers.tiktok-likes.guarantee_days guarantee_days_range'],
    ['half a day', { ...tiktok, guarantee_days: 1.5 }, 'offers.tiktok-likes.guarantee_days guarantee_days_range'],
    [
      'a tier off the step',
      { ...tiktok, tiers: [{ from_quantity: 501, discount_percent: 10 }] },
      'offers.tiktok-likes.tiers.0.from_quantity discount_start_invalid',
    ],
    [
      'a target below the floor',
      { ...tiktok, margin: { mode: 'apply', target: 20, floor: 30, step: 5 } },
      'offers.tiktok-likes.margin.target margin_target_below_floor',
    ],
    [
      'a step of 0',
      { ...tiktok, margin: { mode: 'apply', target: 50, floor: 30, step: 0 } },
      'offers.tiktok-likes.margin.step whole_number_range',
    ],
    [
      'a long banner',
      { ...tiktok, banner: { en: 'x'.repeat(201), pt: '' } },
      'offers.tiktok-likes.banner.en banner_too_long',
    ],
  ])('%s', (_, offer, problem) => {
    expect(problems([offer])).toContain(problem);
  });

  it('what is not sold on a platform', () => {
    for (const platform of platforms) {
      for (const action of offerActions.filter((one) => offerKindOf(platform, one) === null)) {
        expect(problems([{ ...tiktok, platform, action }])).toEqual(['offers.0.id offer_kind_unknown']);
      }
    }
  });

  it('another platform or action of an offer that the store has', () => {
    expect(problems([{ id: 'instagram-likes', platform: 'tiktok' }])).toEqual(['offers.0.id offer_kind_fixed']);
    const saved = after(firstOffers(), [tiktok]);
    expect(problems([{ id: tiktok.id, action: 'views' }], saved)).toEqual(['offers.0.id offer_kind_fixed']);
    expect(problems([{ id: tiktok.id, platform: 'tiktok', action: 'likes' }], saved)).toEqual([]);
  });

  it('one ID twice, and more offers than a store has', () => {
    expect(problems([tiktok, tiktok])).toEqual(['offers.1.id offers_unlisted']);
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...tiktok, id: `offer-${at}` }));
    expect(problems(many(settingsLimits.offers - 2))).toEqual([]);
    expect(problems(many(settingsLimits.offers - 1))).toContain('offers.0.id offers_too_many');
  });
});
