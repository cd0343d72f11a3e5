import { describe, expect, it } from 'vitest';
import { storeMessage } from '../../../contract/store-messages.ts';
import { declineReason } from './decline-reasons.ts';
import { parsePaymentTry } from './gateway.ts';

describe('the facts of a payment try', () => {
  it.each([
    ['512345xxxxxx0008', '0008'],
    ['xxxxxxxxxxxx0008', '0008'],
    ['5123450000000008', '0008'],
    ['0008', '0008'],
    ['xxxx xxxx xxxx 0008 ', '0008'],
    ['xx8', null],
    ['', null],
    ['0008 John', null],
    ['5123-4500-0000-000x', null],
  ])('S-8: of the card number %j only the last four digits stay', (cardNumber, cardLast4) => {
    expect(parsePaymentTry({ cardNumber, transactionId: '1' })?.cardLast4).toBe(cardLast4);
  });

  it.each([
    ['MASTERCARD', 'Mastercard'],
    ['visa', 'Visa'],
    ['AMERICAN_EXPRESS', 'American Express'],
    ['diners_club', 'Diners Club'],
    ['LOCAL BRAND', 'LOCAL BRAND'],
    ['UNKNOWN', null],
    ['5123450000000008', null],
    ['<b>Visa</b>', null],
    ['x'.repeat(40), null],
  ])('the brand %j is shown as %j', (brand, cardBrand) => {
    expect(parsePaymentTry({ brand, transactionId: '1' })?.cardBrand).toBe(cardBrand);
  });

  it.each([
    ['apple_pay', 'apple_pay'],
    ['GOOGLE_PAY', 'google_pay'],
    ['link', 'link'],
    ['card', null],
    ['samsung_pay', null],
    [undefined, null],
  ])('the wallet %j is stored as %j', (wallet, cardWallet) => {
    expect(parsePaymentTry({ wallet, transactionId: '1' })?.cardWallet).toBe(cardWallet);
  });

  it.each([
    ['US', 'US'],
    [' br ', 'BR'],
    ['XX', null],
    ['EU', null],
    ['Brazil', null],
    ['', null],
  ])('D-96: the country %j of the card is stored as %j', (country, cardCountry) => {
    expect(parsePaymentTry({ country, transactionId: '1' })?.cardCountry).toBe(cardCountry);
  });

  it('a code and an ID of odd shapes are left out', () => {
    expect(parsePaymentTry({ declineCode: '5123450000000008', transactionId: 'a b' })).toBeNull();
    expect(parsePaymentTry({})).toBeNull();
  });

  it('a code has its sentence in any case, an unknown one has none', () => {
    expect(declineReason('INSUFFICIENT_FUNDS')).toEqual(storeMessage('decline_no_funds'));
    expect(declineReason('insufficient_funds')).toEqual(storeMessage('decline_no_funds'));
    expect(declineReason('SOMETHING_NEW')).toBeNull();
  });
});
