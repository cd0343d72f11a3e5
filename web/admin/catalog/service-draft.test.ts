import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstOffers, isOnSale, offerOf } from '../../../contract/offers.ts';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { type CatalogService, draftOf, kindOf, problemAmong, problemOf, quantitiesOf } from './service-draft.ts';
import { catalogService } from './testing-catalog.ts';

const draftFor = (service: Partial<CatalogService>) => {
  const whole = { ...catalogService, ...service };
  const kind = kindOf(whole);
  if (!kind) throw new Error('The service has no kind.');
  return draftOf(whole, kind);
};

describe('D-109: an offer from a service', () => {
  test('has plain names, the proposed price and limits that the service takes', () => {
    const { names, price, least, most } = draftFor({ min: 50, max: 10_020 });
    expect({ names, price, least, most }).toEqual({
      names: { en: 'TikTok followers', pt: 'Seguidores do TikTok' },
      price: '3.60',
      least: '500',
      most: '10,000',
    });
  });

  test('has no kind where the store cannot sell the service', () => {
    expect(kindOf({ ...catalogService, platform: null, action: null })).toBe(null);
    expect(kindOf({ ...catalogService, problem: 'It costs 0 in the catalog.' })).toBe(null);
  });

  test('its smallest order costs a dollar, where the service takes as many', () => {
    const leastOf = (proposed_price_micros: number, max: number) =>
      draftFor({ min: 10, max, proposed_price_micros }).least;
    expect(leastOf(20_000, 10_000)).toBe('100');
    expect(leastOf(4_000, 10_000)).toBe('250');
    expect(leastOf(140, 1_000_000)).toBe('10,000');
    expect(leastOf(140, 10_000)).toBe('100');
  });

  test('is complete as proposed, whatever the limits of the service', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: null });
    fc.assert(
      fc.property(limit, limit, (one, other) => {
        const [min, max] = one !== null && other !== null ? [Math.min(one, other), Math.max(one, other)] : [one, null];
        fc.pre((max ?? 100_000) >= 10 && (min ?? 1) * 5 < Math.min(max ?? 100_000, 1_000_000) * 0.9);
        expect(problemOf(draftFor({ min, max }))).toBe(null);
      }),
    );
  });

  test('its packages are on sale with its step', () => {
    const quantity = fc.integer({ min: 5, max: 1_000_000 });
    fc.assert(
      fc.property(quantity, quantity, (one, other) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other) + 1];
        const offer = { ...offerOf(firstOffers(), 'Likes'), ...quantitiesOf(least, most) };
        for (const each of [...offer.packages, offer.default_quantity, least, most]) {
          expect(isOnSale(offer, each)).toBe(true);
        }
        expect(offer.packages).toEqual([...new Set(offer.packages)].sort((a, b) => a - b));
      }),
    );
    expect(quantitiesOf(250, 10_000)).toMatchObject({
      step_quantity: 50,
      packages: [250, 500, 1_000, 2_500, 5_000, 10_000],
    });
  });

  test('its typed values are refused before they are sent', () => {
    const draft = draftFor({ min: 50 });
    expect(problemOf({ ...draft, names: { ...draft.names, pt: ' ' } })).toBe('name');
    expect(problemOf({ ...draft, price: '0' })).toBe('price');
    expect(problemOf({ ...draft, price: 'free' })).toBe('price');
    expect(problemOf({ ...draft, least: '5000', most: '500' })).toBe('range');
    expect(problemOf({ ...draft, price: '1000' })).toBe(null);
    expect(problemOf({ ...draft, price: '1000.01' })).toBe('price');
    // Each of five links gets 50.
    expect(problemOf({ ...draft, least: '249' })).toBe('least');
    expect(problemOf({ ...draft, least: '250' })).toBe(null);
    expect(problemOf(draftFor({ min: 5_000, max: 10_000 }))).toBe('least');
    expect(draftFor({ min: 3, max: 50 }).least).toBe('15');
  });

  test('is refused with the name of another offer of its kind, and accepted as the one that it made', () => {
    const draft = draftFor({});
    const settings = firstStoreSettings();
    expect(problemAmong(draft, [draft], settings)).toBe(null);
    const other = { ...draftFor({ service_id: '6150' }), names: { en: ' tiktok FOLLOWERS ', pt: 'Outros' } };
    expect(problemAmong(draft, [draft, other], settings)).toBe('sameName');
    expect(problemAmong(other, [draft, other], settings)).toBe('sameName');
    expect(problemAmong(draft, [draft, draftFor({ service_id: '6150', action: 'likes' })], settings)).toBe(null);
    const id = 'tiktok-followers';
    const names = { en: 'Fans', pt: 'Seguidores do TikTok' };
    const saved = { ...offerOf(settings.offers, 'Likes'), ...draft.kind, id, names };
    const withOffer = { ...settings, offers: [...settings.offers, saved] };
    expect(problemAmong(draft, [draft], withOffer)).toBe('sameName');
    expect(problemAmong({ ...draft, names: { en: 'Fans', pt: 'Outros' } }, [draft], withOffer)).toBe('sameName');
    expect(problemAmong({ ...draft, id, isSent: true }, [draft], withOffer)).toBe(null);
    expect(problemAmong({ ...draft, id, isSent: false }, [draft], withOffer)).toBe('sameName');
  });

  test('is refused below the cost and the fee of the dearest gateway, for its smallest order of 1,000 units or more', () => {
    const settings = firstStoreSettings();
    const fees = { ...settings.fees, stripe: { ...settings.fees.stripe, percent: 2.9, fixed: 0.3 } };
    const problem = (price: string, least: string, service: Partial<CatalogService> = {}) => {
      const draft = { ...draftFor({ cost_per_1000_usd: 0.2, ...service }), price, least };
      return problemAmong(draft, [draft], { ...settings, fees });
    };
    expect(problem('0.51', '500')).toBe(null);
    expect(problem('0.50', '500')).toBe('loss');
    expect(problem('0.30', '5000')).toBe(null);
    expect(problem('0.01', '500')).toBe('loss');
    expect(problem('0.01', '500', { cost_per_1000_usd: null })).toBe(null);
  });
});
