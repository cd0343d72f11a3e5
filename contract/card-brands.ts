// Card brands and their names. Without zod: used by server and pages.

export const cardBrandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  elo: 'Elo',
  hipercard: 'Hipercard',
} as const;
export type CardBrand = keyof typeof cardBrandNames;
export const cardBrands = Object.keys(cardBrandNames) as CardBrand[];

/** The names of the accepted brands. */
export function acceptedCardNames(accepted: Readonly<Record<CardBrand, boolean>>): string[] {
  return cardBrands.filter((brand) => accepted[brand]).map((brand) => cardBrandNames[brand]);
}
