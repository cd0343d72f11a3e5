import { afterEach, expect, it } from 'vitest';
import { setAmountLanguage } from '../amounts.ts';
import { providerRate } from './provider-amount.ts';

afterEach(() => setAmountLanguage('en'));

it.each([
  [0.7, 'USD', '$0.70', 'US$\u00a00,70'],
  [0.05, 'USD', '$0.05', 'US$\u00a00,05'],
  [0.05, '', '$0.05', 'US$\u00a00,05'],
  [0.045, 'usd', '0.045 usd', '0,045 usd'],
  [0.0045, '', '0.0045 USD', '0,0045 USD'],
  [0.05, 'EUR', '0.05 EUR', '0,05 EUR'],
  [1.5, 'EUR', '1.50 EUR', '1,50 EUR'],
  [0.00000012, 'EUR', '0.00000012 EUR', '0,00000012 EUR'],
  [0, 'USD', '0 USD', '0 USD'],
])('D-99: the price of %s %j per 1,000 is %j, in Portuguese %j', (amount, currency, en, pt) => {
  expect(providerRate(amount, currency)).toBe(en);
  setAmountLanguage('pt');
  expect(providerRate(amount, currency)).toBe(pt);
});
