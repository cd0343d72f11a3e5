// Shortens texts to the limits of a protocol.

type FitOptions = {
  /** Called for each character; the limit counts what it returns. */
  encode?: (text: string) => string;
  /** How the protocol counts. Without it: UTF-16 code units. */
  measureSize?: (text: string) => number;
};

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ellipsis = '…';

/** The encoded text; one that is too long ends between two characters as a reader sees them, with an ellipsis. */
export function fitText(text: string, limit: number, options: FitOptions = {}): string {
  const { encode = (part) => part, measureSize = (part) => part.length } = options;
  const whole = encode(text);
  if (measureSize(whole) <= limit) return whole;
  let size = measureSize(ellipsis);
  let fitted = '';
  for (const { segment } of characters.segment(text)) {
    const part = encode(segment);
    size += measureSize(part);
    if (size > limit) break;
    fitted += part;
  }
  return `${fitted}${ellipsis}`;
}
