// Words of Portuguese (Brazil) that several messages share.
import type { Category } from '../category.ts';

const categoryNames: Record<Category, string> = { Likes: 'Curtidas', Views: 'Visualizações' };

/** Of an offer as a message names it: a specified one by its category, another one by its own name. */
export function offerName(title: string): string {
  return Object.hasOwn(categoryNames, title) ? categoryNames[title as Category] : title;
}
