// What the pages show of the categories that take no new orders. For rendering on the server.
import { categories, type OrderCategory } from '../../contract/category.ts';
import type { PageData } from '../../contract/pages.ts';
import { textsFor } from './texts/catalogue.ts';
import { fill } from './texts/text.ts';

/** The banner of each paused category. */
export type PausedCategories = Partial<Record<OrderCategory, string>>;

/** Undefined while every category is on sale, so that documents have no data of it. */
export function pausedCategories(data: PageData): PausedCategories | undefined {
  const { lang, store, shownText } = data;
  const { shell, home } = textsFor(data);
  const paused = categories.filter((one) => store.selling[one].paused || shownText === 'shell.paused');
  if (paused.length === 0) return undefined;
  return Object.fromEntries(
    paused.map((one) => [one, store.selling[one].banner[lang] || fill(shell.paused, { unit: home.island.units[one] })]),
  );
}
