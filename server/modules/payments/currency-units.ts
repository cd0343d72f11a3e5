// The smallest units of currencies, as Stripe counts them. Intl has other digits for some: HUF and ISK have two at Stripe.

const zeroDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const threeDecimals = 'BHD JOD KWD OMR TND'.split(' ');

const decimalsOf: ReadonlyMap<string, number> = new Map([
  ...zeroDecimals.map((currency) => [currency, 0] as const),
  ...threeDecimals.map((currency) => [currency, 3] as const),
]);

export function countDecimals(currency: string): number {
  return decimalsOf.get(currency) ?? 2;
}

/** As a decimal number: 1050 of USD is 10.5, of JPY 1050. */
export function fromUnits(units: number, currency: string): number {
  return units / 10 ** countDecimals(currency);
}
