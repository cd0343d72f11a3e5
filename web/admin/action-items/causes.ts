// The groups of action items: one for each kind, and one for each cause of a kind that has several.
import type { ActionItemGroup, ActionItemKind } from './action-items.ts';

/** `cause`: the text that all its items share, for a kind with several causes. A closed group shows its heading and button. */
export type CauseGroup = ActionItemGroup & { cause?: string; isOpen: boolean };

/** The items of these kinds are grouped by the text that the provider returned. All their items are loaded. */
export const kindsByCause: readonly ActionItemKind[] = ['dispatch_failed', 'refill_refused'];

/** Returns a group for each cause with several items, and one for the rest. `group` must contain all its items. */
export function splitByCause(group: ActionItemGroup): (ActionItemGroup & { cause?: string })[] {
  const { kind, items, count } = group;
  if (!kindsByCause.includes(kind) || items.length < count) return [group];
  const withWords = (words: string) => items.filter((item) => item.words === words);
  const causes = [...new Set(items.map(({ words }) => words))].filter((words) => words && withWords(words).length > 1);
  const rest = items.filter(({ words }) => !causes.includes(words));
  const groups = causes.map((cause) => ({ ...group, cause, items: withWords(cause), more: false }));
  return [...groups, ...(rest.length > 0 ? [{ ...group, items: rest }] : [])].map((one) => ({
    ...one,
    count: one.items.length,
  }));
}
