// Shortens texts to the limits of a protocol.

type FitOptions = {
  /** Called for each character; the limit counts what it returns. */
  encode?: (text: string) => string;
  /** How the protocol counts. Without it: UTF-16 code units. */
  sizeOf?: (text: string) => number;
};

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ellipsis = '…';

/** The encoded text; one that is too long ends between two characters as a reader sees them, with an ellipsis. */
export function fitText(text: string, limit: number, options: FitOptions = {}): string {
  const { encode = (part) => part, sizeOf = (part) => part.length } = options;
  const whole = encode(text);
  if (sizeOf(whole) <= limit) return whole;
  let size = sizeOf(ellipsis);
  let fitted = '';
  for (const { segment } of characters.segment(text)) {
    const part = encode(segment);
    size += sizeOf(part);
    if (size > limit) break;
    fitted += part;
  }
  return `${fitted}${ellipsis}`;
}
