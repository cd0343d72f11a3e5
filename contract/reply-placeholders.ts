// Templates of replies to messages, and the placeholders in them. Without zod: the inbox uses it too.
import type { Language } from './languages.ts';

export type ReplyTemplate = { language: Language; name: string; text: string };

/** In characters. */
export const replyLimits = { templates: 50, name: 60, text: 5000 } as const;

/** `order`: the order that the message names. `track`: the address of My Orders. */
export const replyPlaceholders = ['name', 'order', 'store', 'support_email', 'track'] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];
export type PlaceholderValues = Partial<Record<ReplyPlaceholder, string>>;

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

/** Replaces each placeholder that has a value, in one pass: a placeholder in a value stays text. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(placeholder, (hole, name: string) => {
    const known = replyPlaceholders.find((one) => one === name);
    return (known && values[known]) || hole;
  });
}

/** What is still to be filled in, as written. */
export function unfilledPlaceholders(text: string): string[] {
  return [...new Set(text.match(placeholder) ?? [])];
}
