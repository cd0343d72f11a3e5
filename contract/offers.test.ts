import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPriceList } from './default-prices.ts';
import { offersAfter } from './offer-changes.ts';
import {
  firstOffers,
  type OfferSetting,
  offerCents,
  offerOf,
  offerOfOrder,
  orderOfferOf,
  priceEndings,
  priceListOf,
  readOffers,
  roundings,
  soldCents,
  toStoredOffers,
  viewsOf,
} from './offers.ts';
import { centsOf, discountPercent, priceCents } from './pricing.ts';
import { settingsProblems } from './settings-rules.ts';
import { firstStoreSettings, type StoreSettingsInput, tidySettings } from './store-settings.ts';

const tiersOf = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 99 })), {
    maxLength: 5,
    selector: ([from]) => from,
  })
  .map((all) => {
    const percents = [...new Set(all.map(([, percent]) => percent))].sort((a, b) => a - b);
    const starts = all.map(([from]) => from).sort((a, b) => a - b);
    return percents.map((discount_percent, at) => ({ from_quantity: 500 + (starts[at] ?? 0) * 100, discount_percent }));
  });
const offersOf: fc.Arbitrary<OfferSetting[]> = fc
  .tuple(
    ...firstOffers().map((offer) =>
      fc
        .record({
          unit_price_micros: fc.integer({ min: 1, max: 3 }),
          own_price: fc.boolean(),
          tiers: tiersOf,
          paused: fc.boolean(),
          guarantee_days: fc.nat(365),
          min_quantity: fc.constantFrom(100, 500),
          rounding: fc.constantFrom(...roundings),
        })
        .map((change) => ({ ...offer, ...change })),
    ),
  )
  .map((offers) => {
    const base = offers[0]?.unit_price_micros ?? 1;
    return offers.map((offer, at) => {
      const own_price = at > 0 && offer.own_price;
      return { ...offer, own_price, unit_price_micros: own_price ? offer.unit_price_micros : base };
    });
  });

it('D-105: an order has the present settings of its offer, of an earlier version those of its category', () => {
  const [likes, views] = firstOffers();
  if (!likes || !views) throw new Error('There are no first offers.');
  const offers = [likes, views, { ...likes, id: 'tiktok-likes', guarantee_days: 3 }];
  const idOf = (id?: string) => offerOfOrder(offers, { category: 'Likes', offer: id === undefined ? null : { id } }).id;
  expect([idOf(), idOf(likes.id), idOf('tiktok-likes'), idOf('gone')]).toEqual([
    likes.id,
    likes.id,
    'tiktok-likes',
    likes.id,
  ]);
});

describe('D-103: the offers of the settings', () => {
  it('are the same after a version of the settings was stored and read', () => {
    fc.assert(
      fc.property(offersOf, (offers) => {
        expect(readOffers(toStoredOffers(offers), viewsOf(offers))).toEqual(offers);
      }),
    );
  });

  it('that were stored before offers existed have the first limits, and the saved prices', () => {
    fc.assert(
      fc.property(offersOf, (offers) => {
        const views = viewsOf(offers);
        const [likes, views_] = readOffers(undefined, views);
        expect(likes).toMatchObject({ min_quantity: 500, max_quantity: 30_000, tiers: views.prices.tiers.Likes });
        expect(views_).toMatchObject({ max_quantity: 1_000_000, unit_price_micros: views.prices.unit_price_micros });
      }),
    );
  });

  it('do not change by a save of what was read, whichever part of it is sent', () => {
    fc.assert(
      fc.property(offersOf, fc.boolean(), fc.boolean(), (offers, withOffers, withViews) => {
        const { prices, selling, guarantee_days } = viewsOf(offers);
        const sent = { prices, ...(withOffers ? { offers } : {}), ...(withViews ? { selling, guarantee_days } : {}) };
        expect(offersAfter(offers, sent)).toEqual({
          offers,
          contradicted: [],
        });
      }),
    );
  });

  it('change by one save alike, whether it names the offer or the category', () => {
    fc.assert(
      fc.property(offersOf, offersOf, (before, wanted) => {
        const { prices, selling, guarantee_days } = viewsOf(before);
        const byOffer = offersAfter(before, { prices, selling, guarantee_days, offers: wanted });
        expect(byOffer).toEqual({ offers: wanted, contradicted: [] });
        const next = viewsOf(wanted);
        const shared = wanted.map((offer) => ({ ...offer, unit_price_micros: next.prices.unit_price_micros }));
        const { unit_price_micros } = prices;
        const base = before.map((offer) => ({ ...offer, own_price: false, unit_price_micros }));
        const byView = offersAfter(base, next).offers;
        expect(viewsOf(byView)).toEqual(viewsOf(shared));
        expect(byView.map(({ unit_price_micros }) => unit_price_micros)).toEqual(
          shared.map(({ unit_price_micros }) => unit_price_micros),
        );
      }),
    );
  });

  it('keep a price of their own where it equals the base price', () => {
    const prices = (unit_price_micros: number) => ({ ...viewsOf(firstOffers()).prices, unit_price_micros });
    const own = offersAfter(firstOffers(), {
      prices: prices(6_000),
      offers: [{ id: 'instagram-views', unit_price_micros: 8_000 }],
    }).offers;
    const equal = offersAfter(own, { prices: prices(8_000) }).offers;
    const read = readOffers(toStoredOffers(equal), viewsOf(equal));
    expect(read).toMatchObject([{ own_price: false }, { own_price: true, unit_price_micros: 8_000 }]);
    const after = offersAfter(read, { prices: prices(6_000) });
    expect(after).toMatchObject({
      offers: [{ unit_price_micros: 6_000 }, { unit_price_micros: 8_000 }],
      contradicted: [],
    });
    const follows = offersAfter(read, {
      prices: prices(6_000),
      offers: [{ id: 'instagram-views', own_price: false }],
    });
    expect(follows).toMatchObject({ offers: [{}, { own_price: false, unit_price_micros: 6_000 }], contradicted: [] });
  });

  it('do not take another base price than the one that is sent beside it', () => {
    const prices = { ...viewsOf(firstOffers()).prices, unit_price_micros: 7_000 };
    const saved = (change: object) =>
      offersAfter(firstOffers(), { prices, offers: [{ id: 'instagram-views', ...change }] });
    const field = 'offers.instagram-views.unit_price_micros';
    expect(saved({ unit_price_micros: 6_000 }).contradicted).toEqual([field]);
    expect(saved({ unit_price_micros: 5_000 }).contradicted).toEqual([field]);
    expect(saved({ unit_price_micros: 7_000 }).contradicted).toEqual([]);
    const own = saved({ unit_price_micros: 6_000, own_price: true });
    expect(own).toMatchObject({
      offers: [{ unit_price_micros: 7_000 }, { own_price: true, unit_price_micros: 6_000 }],
      contradicted: [],
    });
  });

  it('of a new store are the same bytes in a page as its first price list', () => {
    expect(JSON.stringify(priceListOf(firstOffers()))).toBe(JSON.stringify(defaultPriceList));
  });

  it('cost their own price where they have one, and the base price else', () => {
    const [likes, views] = firstOffers() as [OfferSetting, OfferSetting];
    const list = priceListOf([likes, { ...views, unit_price_micros: 3_000 }]);
    expect([priceCents('Likes', 1_000, list), priceCents('Views', 1_000, list)]).toEqual([600, 300]);
    expect(list.offers.Likes).not.toHaveProperty('unitPriceMicros');
  });
});

describe('D-106: the rounding of an offer', () => {
  const priced = fc
    .record({
      rounding: fc.constantFrom(...roundings),
      unit_price_micros: fc.integer({ min: 1, max: 1_000_000 }),
      tiers: tiersOf,
    })
    .map((change) => firstOffers().map((offer) => ({ ...offer, ...change })));
  const quantity = fc.integer({ min: 1, max: 1_000_000 });

  it('never lowers what the rule computes, raises it by less than a step, and gives its ending', () => {
    fc.assert(
      fc.property(priced, quantity, (offers, units) => {
        const offer = offerOf(offers, 'Likes');
        const [step, ending] = priceEndings[offer.rounding];
        const computed = offerCents({ ...offer, rounding: 'cent' }, units);
        const cents = offerCents(offer, units);
        expect(cents).toBeGreaterThanOrEqual(computed);
        expect(cents - computed).toBeLessThan(step);
        expect(cents % step).toBe(ending);
        if (computed > 0) expect(cents).toBeGreaterThan(0);
      }),
    );
  });

  it('never makes a larger quantity cheaper than a smaller one that it was not cheaper than before', () => {
    fc.assert(
      fc.property(priced, quantity, quantity, (offers, one, other) => {
        const offer = offerOf(offers, 'Likes');
        const exact = (units: number) => offerCents({ ...offer, rounding: 'cent' }, units);
        const [less, more] = exact(one) <= exact(other) ? [one, other] : [other, one];
        expect(offerCents(offer, less)).toBeLessThanOrEqual(offerCents(offer, more));
      }),
    );
  });

  it('gives pages and orders the amount of the store, and states no more of a discount than is left of it', () => {
    fc.assert(
      fc.property(priced, quantity, (offers, units) => {
        const [list, offer] = [priceListOf(offers), offerOf(offers, 'Views')];
        const cents = offerCents(offer, units);
        expect(priceCents('Views', units, list)).toBe(cents);
        expect(soldCents(orderOfferOf(offer, units), units)).toBe(cents);
        const full = priceCents('Views', units, list, 100);
        expect(full).toBeGreaterThanOrEqual(cents);
        const percent = discountPercent('Views', units, list);
        const rule = 100 - orderOfferOf(offer, units).percent;
        if (offer.rounding === 'cent') expect(percent).toBe(rule);
        else if (full === 0) expect(percent > 0).toBe(false);
        else {
          const left = 100 - (100 * cents) / full;
          expect(percent).toBeLessThanOrEqual(Math.min(rule, left));
          expect(percent).toBeGreaterThan(Math.min(rule, left) - 1);
        }
      }),
    );
  });

  it('is to the cent where a version or an order has none', () => {
    const stored = toStoredOffers(firstOffers()).map(({ rounding: _, ...offer }) => offer as never);
    expect(readOffers(stored, viewsOf(firstOffers()))).toEqual(firstOffers());
    expect(soldCents({ unit_price_micros: 6_001, percent: 90 }, 1_234)).toBe(centsOf(1_234, 6_001, 90));
    expect(orderOfferOf(offerOf(firstOffers(), 'Likes'), 500)).not.toHaveProperty('rounding');
  });
});

describe('D-103: what no offer may have', () => {
  const problems = (change: Partial<OfferSetting>, id = 'instagram-likes') => {
    const { offers: _, ...settings } = firstStoreSettings();
    const claims = Object.fromEntries(
      Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
    );
    const input = { ...settings, claims, offers: [{ id, ...change }] } as unknown as StoreSettingsInput;
    return settingsProblems(tidySettings(input), firstOffers()).map(({ field, code }) => `${field} ${code}`);
  };

  it.each<[string, Partial<OfferSetting>, string]>([
    ['a package off the step', { packages: [500, 1_010] }, 'packages offer_package_invalid'],
    ['a package above the maximum', { packages: [500, 30_050] }, 'packages offer_package_invalid'],
    ['packages in another order', { packages: [1_000, 500] }, 'packages offer_packages_unordered'],
    ['a package twice', { packages: [500, 500] }, 'packages offer_packages_unordered'],
    ['no package', { packages: [] }, 'packages offer_packages_count'],
    ['a single quantity', { min_quantity: 30_000 }, 'min_quantity offer_minimum_not_below_maximum'],
    ['a minimum above the maximum', { min_quantity: 40_000 }, 'min_quantity offer_minimum_not_below_maximum'],
    ['a maximum off the grid', { max_quantity: 30_010 }, 'max_quantity offer_maximum_off_step'],
    ['a default off the grid', { default_quantity: 510 }, 'default_quantity offer_default_invalid'],
    ['a minimum without a unit for each post', { min_quantity: 4 }, 'min_quantity whole_number_range'],
    ['a maximum that no order can have', { max_quantity: 1_000_050 }, 'max_quantity whole_number_range'],
    ['no step', { step_quantity: 0 }, 'step_quantity whole_number_range'],
    ['half a step', { step_quantity: 0.5 }, 'step_quantity whole_number_range'],
    ['no name', { names: { en: ' ', pt: 'Curtidas' } }, 'names.en offer_name_invalid'],
    ['a name of two lines', { names: { en: 'A\nB', pt: 'Curtidas' } }, 'names.en offer_name_invalid'],
    ['a long text', { texts: { en: 'x'.repeat(201), pt: '' } }, 'texts.en offer_text_invalid'],
    ['price 0', { unit_price_micros: 0 }, 'unit_price_micros base_price_too_low'],
    ['a fraction of the smallest price', { unit_price_micros: 1.5 }, 'unit_price_micros base_price_too_low'],
    ['a price of more than a dollar', { unit_price_micros: 1_000_001 }, 'unit_price_micros base_price_too_high'],
  ])('%s', (_, change, problem) => {
    const [name = '', code] = problem.split(' ');
    // The price of the first offer is the base price.
    const field = name === 'unit_price_micros' ? 'prices.unit_price_micros' : `offers.instagram-likes.${name}`;
    expect(problems(change)).toEqual([`${field} ${code}`]);
  });

  it.each<[string, OfferSetting['tiers'], string]>([
    [
      'overlapping tiers',
      [
        { from_quantity: 5_000, discount_percent: 10 },
        { from_quantity: 5_000, discount_percent: 20 },
      ],
      'prices.tiers.Likes.1.from_quantity discounts_unordered',
    ],
    [
      'a tier off the step',
      [{ from_quantity: 5_010, discount_percent: 10 }],
      'prices.tiers.Likes.0.from_quantity discount_start_invalid',
    ],
    [
      'a tier that costs more than the one before',
      [
        { from_quantity: 5_000, discount_percent: 20 },
        { from_quantity: 6_000, discount_percent: 10 },
      ],
      'prices.tiers.Likes.1.discount_percent discount_not_higher',
    ],
  ])('%s', (_, tiers, problem) => {
    expect(problems({ tiers })).toEqual([problem]);
  });

  it('a price of its own that makes an order free, also one of a tier', () => {
    expect(problems({ unit_price_micros: 1 }, 'instagram-views')).toEqual([
      'offers.instagram-views.unit_price_micros smallest_order_free',
    ]);
    const tiers = [{ from_quantity: 600, discount_percent: 99 }];
    expect(problems({ unit_price_micros: 20, tiers }, 'instagram-views')).toEqual([
      'offers.instagram-views.unit_price_micros smallest_order_free',
    ]);
  });

  it('an ID that the store does not have', () => {
    expect(problems({}, 'tiktok-likes')).toEqual(['offers.0.id offers_unlisted']);
  });

  it('a guarantee of more than a year', () => {
    expect(problems({ guarantee_days: 366 })).toEqual(['guarantee_days.Likes guarantee_days_range']);
  });
});
