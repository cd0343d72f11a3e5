// The price of an offer: as the pages show and send it, as programs compute it from the catalog, and as the server charges it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dollarsFromCents } from '../../../contract/money.ts';
import { offerCents, priceEndings, roundings } from '../../../contract/offers.ts';
import { priceCents } from '../../../contract/pricing.ts';
import { eighteenOffers, offersWith } from '../../../contract/testing-offers.ts';
import { offerPrices } from './offer-view.ts';

it('D-110: for random catalogs the price shown, the price sent and the price of the server agree to the cent', () => {
  const terms = fc.record({
    unit_price_micros: fc.integer({ min: 10, max: 900_000 }),
    rounding: fc.constantFrom(...roundings),
    tiers: fc
      .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 6 })
      .map((steps) =>
        steps.sort((a, b) => a - b).map((step, at) => ({ from_quantity: step * 100, discount_percent: 5 * (at + 1) })),
      ),
    min_quantity: fc.constantFrom(10, 100, 500),
    step_quantity: fc.constantFrom(1, 10, 100),
  });
  const catalog = fc.tuple(...eighteenOffers.map((offer) => terms.map((own) => ({ ...offer, ...own }))));
  fc.assert(
    fc.property(catalog, fc.nat(40_000), fc.nat(17), (added, steps, at) => {
      const offer = offersWith(added)[at + 2];
      if (!offer) throw new Error('There are 18 further offers.');
      const quantity = Math.min(offer.max_quantity, offer.min_quantity + steps * offer.step_quantity);
      const shown = priceCents(offer.category, quantity, offerPrices({ offer, lang: 'en' }));
      const [step, ending] = priceEndings[offer.rounding];
      const percent =
        100 - (offer.tiers.findLast(({ from_quantity }) => quantity >= from_quantity)?.discount_percent ?? 0);
      const computed = Math.round((quantity * offer.unit_price_micros * percent) / 1_000_000);
      const ofCatalog = Math.ceil((computed - ending) / step) * step + ending;
      const charged = offerCents(offer, quantity);
      expect([shown, Math.round(dollarsFromCents(shown) * 100), ofCatalog]).toEqual([charged, charged, charged]);
    }),
  );
});
