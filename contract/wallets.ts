// The wallets that a payer can use instead of typing a card, and how a payment was made.

export const wallets = ['apple_pay', 'google_pay', 'link'] as const;
export type Wallet = (typeof wallets)[number];

export const walletTitles: Record<Wallet, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' };

/** What a buyer may read about the payment; each part is null when the gateway does not return it. */
export type PaidWith = { wallet: Wallet | null; card_brand: string | null; card_last4: string | null };

/** "Apple Pay, Visa ending in 4242". `ending` is the language's text for brand and digits; null: nothing is known. */
export function paidWithText(
  { wallet, card_brand: brand, card_last4: last4 }: PaidWith,
  texts: { ending: string; card: string },
): string | null {
  const name = brand ?? (last4 ? texts.card : null);
  const card = last4 ? texts.ending.replace('{card}', name ?? '').replace('{digits}', last4) : name;
  return [wallet && walletTitles[wallet], card].filter(Boolean).join(', ') || null;
}
