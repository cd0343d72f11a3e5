import { describe, expect, it } from 'vitest';
import { type PaidWith, paidWithText } from './wallets.ts';

const texts = { ending: '{card} ending in {digits}', card: 'Card' };
const known: PaidWith = { wallet: 'apple_pay', card_brand: 'Visa', card_last4: '4242' };

describe('how an order was paid, in words', () => {
  it.each<[Partial<PaidWith>, string | null]>([
    [{}, 'Apple Pay, Visa ending in 4242'],
    [{ wallet: null }, 'Visa ending in 4242'],
    [{ wallet: 'google_pay', card_last4: null }, 'Google Pay, Visa'],
    [{ wallet: 'link', card_brand: null, card_last4: null }, 'Link'],
    [{ wallet: null, card_brand: null }, 'Card ending in 4242'],
    [{ wallet: null, card_brand: null, card_last4: null }, null],
  ])('%j', (change, text) => {
    expect(paidWithText({ ...known, ...change }, texts)).toBe(text);
  });
});
