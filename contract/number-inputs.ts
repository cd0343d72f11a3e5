// Reads a number as people type it: any grouping, either decimal sign, `k`, `M`, `mil`, digits of any script. Every
// field for a quantity or an amount uses it. Without zod: pages use it too.
import { type Offer, snapToGrid } from './pricing.ts';

/** By how many places a suffix moves the decimal sign. */
const places: Readonly<Record<string, number>> = { k: 3, mil: 3, m: 6 };

/** Nobody types a number as long as this. */
const mostCharacters = 100;

type ReadOptions = {
  /** The last comma or full stop is decimal, as with a suffix: for amounts with three decimals. */
  isLastDecimal?: boolean;
};

/** The number in plain form, such as "1000.5"; null when the text is no number, or a negative one. */
export function readDecimal(typed: string, { isLastDecimal = false }: ReadOptions = {}): string | null {
  if (typed.length > mostCharacters) return null;
  const [, body = '', suffix = ''] = /^\+? ?([\d., ']*?) ?(k|mil|m)?$/.exec(plainText(typed)) ?? [];
  if (!/\d/.test(body)) return null;
  const at = decimalAt(body, isLastDecimal || suffix !== '');
  const fraction = body.slice(at + 1);
  if (/\D/.test(fraction)) return null;
  const whole = body.slice(0, at).replace(/\D/g, '');
  return plainNumber(whole, fraction, places[suffix] ?? 0);
}

/** The same without its fraction. */
export function readWholeNumber(typed: string): number | null {
  const decimal = readDecimal(typed);
  return decimal === null ? null : Number(decimal.split('.')[0]);
}

/** `change`: why the quantity is not the typed number. unclear: the text is no number, so the quantity stays. */
export type TypedQuantity = { quantity: number; change: 'unclear' | 'least' | 'most' | 'step' | null };

export type QuantityRange = Pick<Offer, 'minQuantity' | 'maxQuantity' | 'stepQuantity'>;

/** The nearest quantity that can be bought. `kept`: the quantity before the typing. */
export function readQuantity(typed: string, range: QuantityRange, kept: number): TypedQuantity {
  const decimal = readDecimal(typed);
  const whole = readWholeNumber(typed);
  if (whole === null) return { quantity: kept, change: 'unclear' };
  const quantity = snapToGrid(whole, range);
  if (whole < range.minQuantity) return { quantity, change: 'least' };
  if (whole > range.maxQuantity) return { quantity, change: 'most' };
  return { quantity, change: decimal === String(quantity) ? null : 'step' };
}

/** ASCII digits, `.` and `,` for all their forms, `'` for all apostrophes, one space for any white space. */
function plainText(typed: string): string {
  return asciiDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u066b\u3002\uff61]/g, '.')
    .replace(/[\u066c\u060c\u3001\uff64]/g, ',')
    .replace(/[\u2018\u2019\u201b\u02bc\u2032\u00b4`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The index of the decimal sign, or the length of the text. A space and an apostrophe only group. */
function decimalAt(body: string, isLastDecimal: boolean): number {
  const [first = '', ...more] = body.replace(/[^.,]/g, '');
  const isMixed = more.some((sign) => sign !== first);
  const isGrouping = more.length > 0 || /^\d*[.,]\d{3}(?!\d)/.test(body);
  if (first === '' || (isGrouping && !isMixed && !isLastDecimal)) return body.length;
  return Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
}

/** Moves the decimal sign as text: 1.001 * 1000 is 1000.9999999999999. */
function plainNumber(whole: string, fraction: string, moved: number): string {
  const digits = (whole + fraction).padEnd(whole.length + moved, '0');
  const before = digits.slice(0, whole.length + moved).replace(/^0+/, '');
  const after = digits.slice(whole.length + moved).replace(/0+$/, '');
  return (before || '0') + (after && `.${after}`);
}

const digit = /\p{Nd}/u;

/** Other characters stay as they are. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (one) => String(digitValue(one.codePointAt(0) ?? 0)));
}

/** Unicode lists the ten digits of a script in a row, from zero on. Rows may follow each other without a gap. */
function digitValue(code: number): number {
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Converts a dollar amount of the API to cents. Null unless it is a finite number with at most two decimals. */
export function centsFromDollars(amount: number): number | null {
  if (!Number.isFinite(amount)) return null;
  const amountCents = Math.round(amount * 100);
  return Math.abs(amount * 100 - amountCents) < 1e-6 && Number.isSafeInteger(amountCents) ? amountCents : null;
}
