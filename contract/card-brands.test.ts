import { expect, it } from 'vitest';
import { parsePaymentTry } from '../server/modules/payments/gateway.ts';
import { acceptedCardNames, cardBrandNames, cardBrands } from './card-brands.ts';
import { firstFields } from './setting-fields.ts';

it('each brand has a setting, and the name under which a payment of any gateway is stored', () => {
  const { accepted_cards: first } = firstFields();
  expect(Object.keys(first)).toEqual(cardBrands);
  expect(acceptedCardNames(first)).toEqual(['Visa', 'Mastercard']);
  for (const brand of cardBrands) expect(parsePaymentTry({ brand })?.cardBrand).toBe(cardBrandNames[brand]);
});
