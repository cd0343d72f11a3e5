import { afterEach, describe, expect, it } from 'vitest';
import { setAmountLanguage } from './amounts.ts';
import { readAmount, readDollars, readRate } from './typed-amounts.ts';

afterEach(() => setAmountLanguage('en'));

describe.each(['en', 'pt'] as const)('in the language %s', (language) => {
  it.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    ['R$ 12,50', Number.NaN],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['12,5', 12.5],
    ['1.234', Number.NaN],
    ['0,500', Number.NaN],
    ['12.505', Number.NaN],
    ['', Number.NaN],
  ])('D-99, D-52: %j dollars is %s', (typed, amount) => {
    setAmountLanguage(language);
    expect(readDollars(typed)).toBe(amount);
  });

  it.each([
    ['1,0825', 1.0825],
    ['1.0825', 1.0825],
    ['0,18', 0.18],
    ['0.00000001', 0.000_000_01],
    ['1.234,5', Number.NaN],
    ['0.000000001', Number.NaN],
    ['100001', Number.NaN],
    ['0', Number.NaN],
    ['-1', Number.NaN],
    ['one', Number.NaN],
  ])('D-99: the rate %j is %s', (typed, rate) => {
    setAmountLanguage(language);
    expect(readRate(typed)).toBe(rate);
  });
});

describe('where a comma is decimal', () => {
  it.each(['12,500', '1,234', '999,999'])('D-99: %j is not read as thousands', (typed) => {
    expect(readDollars(typed)).toBe(Number(typed.replace(',', '')));
    expect(readAmount(typed)).toBe(Number(typed.replace(',', '')));
    setAmountLanguage('pt');
    expect(readDollars(typed)).toBeNaN();
    expect(readAmount(typed)).toBeNaN();
  });

  it('D-99: three decimals of a rate are read with the sign of the language only', () => {
    expect(['5.250', '5,250'].map(readRate)).toEqual([5.25, Number.NaN]);
    setAmountLanguage('pt');
    expect(['5,250', '5.250'].map(readRate)).toEqual([5.25, Number.NaN]);
  });

  it('D-99: an amount of a provider keeps its decimals', () => {
    setAmountLanguage('pt');
    expect(['0,125', '0.125', '12,5'].map(readAmount)).toEqual([0.125, 0.125, 12.5]);
  });
});
