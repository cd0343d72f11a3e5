import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstOffers, isOnSale, offerOf } from '../../../contract/offers.ts';
import { type CatalogService, draftOf, kindOf, problemOf, quantitiesOf } from './service-draft.ts';
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
        fc.pre((max ?? 100_000) >= 10 && (min ?? 1) < Math.min(max ?? 100_000, 1_000_000) * 0.9);
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
    expect(problemOf({ ...draft, least: '40' })).toBe('least');
  });
});
