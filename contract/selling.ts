// Which categories take new orders, and what the pages show for a paused one. Pure, without zod.
import { byName } from './by-name.ts';
import { type Category, categories } from './category.ts';
import { type Language, languages } from './languages.ts';

export type SellingSetting = {
  /** True: new orders are refused. Placed orders can be paid, and paid ones are delivered. */
  paused: boolean;
  /** Shown while it is paused. Empty: the default sentence. */
  banner: Record<Language, string>;
  /** When it was paused because no provider could deliver; null: on sale, or paused by hand. */
  undeliverable_since: string | null;
};
export type Selling = Record<Category, SellingSetting>;

export function firstSelling(): Selling {
  return byName(categories, () => ({
    paused: false,
    banner: byName(languages, () => ''),
    undeliverable_since: null,
  }));
}

/** The changes of an admin. A pause because of the providers stays one until the category is on sale again. */
export type SellingInput = Record<Category, Omit<SellingSetting, 'undeliverable_since'>>;

export function tidySelling(selling: SellingInput): SellingInput {
  return byName(categories, (category) => {
    const { paused, banner } = selling[category];
    return { paused, banner: byName(languages, (lang) => banner[lang].trim()) };
  });
}
