// How lists name what an order sold: an offer beside the two specified ones by its name, any other order by its category.
import type { Texts } from '../texts/texts.ts';

export type Sold = { category: string; offerName?: string | null | undefined };
type States = Pick<Texts['states'], 'category'>;

export function soldName(states: States, { category, offerName }: Sold): string {
  return offerName ?? states.category(category);
}

/** After a number: a category is in small letters. */
export function soldUnits(states: States, sold: Sold): string {
  return sold.offerName ?? states.category(sold.category).toLowerCase();
}
