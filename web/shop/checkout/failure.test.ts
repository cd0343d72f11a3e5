import { expect, it } from 'vitest';
import { languages } from '../../../contract/languages.ts';
import { ApiError } from '../../api.ts';
import { textsOf } from '../texts/catalogue.ts';
import { orderFailure, sessionFailure } from './failure.ts';

const { titles } = textsOf('en').checkout.island;

it('ERR-5, ERR-6, ERR-13..16: each type has its title', () => {
  expect(titles).toEqual({
    validation: 'Missing Something!',
    instagram: 'Instagram Trouble!',
    payment: 'Payment Oops!',
    server: 'Server Taking a Coffee Break!',
    network: 'Connection Hiccup!',
    general: 'Something Went Wrong!',
  });
});

it('ERR-2, A-16: each type has two or three tips', () => {
  for (const lang of languages) {
    for (const given of Object.values(textsOf(lang).checkout.island.tips)) expect([2, 3]).toContain(given.length);
  }
});

it('D-61: a payment method that is not available is no trouble of the gateway', () => {
  const message = 'This payment method is for orders from $5.00.';
  const refused = new ApiError(409, { code: 'method_unavailable', reason: 'method_limits', message });
  expect(sessionFailure(refused)).toEqual({ type: 'payment', code: 'method_unavailable', serverText: message });
});

it('S-8, S-9: too many requests are no failed payment, and say when to try again', () => {
  const limited = new ApiError(429, { code: 'rate_limited' }, 90);
  for (const failure of [orderFailure(limited), sessionFailure(limited)]) {
    expect(failure).toMatchObject({ type: 'server', code: 'rate_limited' });
    expect(failure.retryAtMs).toBeGreaterThan(Date.now() + 80_000);
  }
});
