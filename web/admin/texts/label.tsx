// A text of the catalogue that may be in another language than the page.
import type { LabelText } from './label-text.ts';

export function Label({ of }: { of: LabelText }) {
  return typeof of === 'string' ? of : <span lang={of.lang}>{of.text}</span>;
}

/** The words alone, for places that take no element. */
export function wordsOf(label: LabelText): string {
  return typeof label === 'string' ? label : label.text;
}
