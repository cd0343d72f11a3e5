// The guarantee against drops: how long it runs for a delivered post. Pure, without zod: the form and pages use it too.
import type { Category } from './category.ts';

/** Days from the completion of a post. Zero: no guarantee. */
export type GuaranteeDays = Record<Category, number>;

const dayMs = 86_400_000;

export type Guarantee = { until: Date; daysLeft: number };

/** Null: none, or over. A post from before its completion was recorded has none. */
export function guaranteeOf(completedAt: Date | null, days: number, now: Date): Guarantee | null {
  if (completedAt === null) return null;
  const until = new Date(completedAt.getTime() + days * dayMs);
  const leftMs = until.getTime() - now.getTime();
  return leftMs > 0 ? { until, daysLeft: Math.ceil(leftMs / dayMs) } : null;
}

/** Of a report by the buyer. refused: by the provider. dismissed: by an admin, with a reason. */
export const dropStates = ['reported', 'refilling', 'refilled', 'refused', 'dismissed'] as const;
export type DropState = (typeof dropStates)[number];

const subjects = ['link', 'post', 'media', 'page', 'account', 'profile', 'video', 'user', 'url'];
const absences = ['not found', 'not exist', "n't exist", 'deleted', 'removed', 'not public', 'hidden'];

/** True when a provider's text means that it delivers another order for the same post. */
export function isBusyPost(text: string | null): boolean {
  return /\bactive order\b|link_duplicate/i.test(text ?? '');
}

/** True when a provider's text means that nobody can see the post: private, hidden or deleted. */
export function isHiddenPost(text: string | null): boolean {
  const words = text?.toLowerCase() ?? '';
  const has = (known: readonly string[]) => known.some((one) => words.includes(one));
  return words.includes('private') || (has(subjects) && has(absences));
}
