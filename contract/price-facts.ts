// What a scheduled change of prices states: facts of offers. Pure, without zod: the form of the settings uses it too.
import { type OfferInput, type OfferSetting, offerField, viewedField } from './offers.ts';
import { type PriceFact, priceFacts } from './price-fact-names.ts';

export type PriceFacts = Pick<OfferInput, 'id' | PriceFact>;

/** Refusals that another time ends, because its save takes the prices of then as its basis. Others end with what they name. */
export const refusalsOfTime: readonly string[] = [
  'schedule_changed_by_hand',
  'schedule_changed_by_rule',
  'schedule_author_gone',
  'price_change_large',
];

export const scheduleLimits = { waiting: 20, days: 366 } as const;

/** The facts of each offer that `after` has otherwise. An offer without one is left out. */
export function priceFactsBetween(before: readonly OfferSetting[], after: readonly OfferSetting[]): PriceFacts[] {
  return after.flatMap((offer) => {
    const old = before.find(({ id }) => id === offer.id);
    const isOther = (name: PriceFact) => JSON.stringify(old?.[name]) !== JSON.stringify(offer[name]);
    const names = priceFacts.filter(isOther);
    return names.length === 0
      ? []
      : [{ id: offer.id, ...Object.fromEntries(names.map((name) => [name, offer[name]])) }];
  });
}

/** The path of a fact in the history. */
export function priceFactField(offer: Pick<OfferSetting, 'id'>, name: PriceFact): string {
  return name === 'tiers' ? viewedField(offer, name) : offerField(offer, name);
}

/** True for the path of a fact that can be scheduled, in the history. */
export function isPriceFactField(field: string): boolean {
  return (
    field.startsWith('prices.tiers.') ||
    priceFacts.some((name) => /^offers\.[^.]+\./.test(field) && field.endsWith(`.${name}`))
  );
}
