// Numbers that an admin types, read as a buyer's are (contract/number-inputs.ts). NaN: not understood, which the rules of the
// field refuse with a sentence.
import { isRate } from '../../contract/finance-rules.ts';
import { readDecimal, readWholeNumber, type TypedQuantity } from '../../contract/number-inputs.ts';
import { formatCount, hasDecimalComma } from './amounts.ts';
import type { SetupTexts } from './texts/setup-texts.ts';

/** A quantity: its fraction is dropped. */
export function readCount(typed: string): number {
  return readWholeNumber(typed) ?? Number.NaN;
}

/** Days, percent and other numbers, for which a fraction is a mistake. */
export function readInteger(typed: string): number {
  const decimal = readDecimal(typed) ?? '';
  return /^\d{1,9}$/.test(decimal) ? Number(decimal) : Number.NaN;
}

/** Money of a provider. One full stop is decimal, as in "0.125": its amounts may have any number of decimals. */
export function readAmount(typed: string): number {
  if (hasDecimalComma() && isUnclear(typed)) return Number.NaN;
  const isLastDecimal = /^[^.,]*\.[^.,]*$|^\s*0,/.test(typed);
  return Number(readDecimal(typed, { isLastDecimal }) ?? Number.NaN);
}

/** With at most two decimals. "1.000" and "0,500" may be more or less than one dollar: they are not understood. */
export function readDollars(typed: string): number {
  const text = withoutSign(typed);
  const amount = /^\s*(\d*\.|0*,)\d{3}\s*$/.test(text) ? Number.NaN : readAmount(text);
  return /^\d{1,7}(\.\d{1,2})?$/.test(String(amount)) ? amount : Number.NaN;
}

/** A rate of a currency, with at most eight decimals and without groups. The sign of another language with three decimals is unclear. */
export function readRate(typed: string): number {
  const isOne = /^[^.,]*[.,]?[^.,]*$/.test(typed.trim());
  const isClear = !isUnclear(typed) || typed.includes(hasDecimalComma() ? ',' : '.');
  const rate = isOne && isClear ? Number(readDecimal(typed, { isLastDecimal: true }) ?? Number.NaN) : Number.NaN;
  return isRate(rate) ? rate : Number.NaN;
}

/** Its only separator is decimal in one language and groups in another. Where a comma is decimal, "12,500" is not 12500. */
function isUnclear(typed: string): boolean {
  return /^\s*[1-9]\d{0,2}[.,]\d{3}\s*$/.test(typed);
}

/** With at most three decimals, which fields for prices of 1,000 units show: "6.125" is no group. */
export function readMicros(typed: string): number {
  const decimal = readDecimal(withoutSign(typed), { isLastDecimal: true }) ?? '';
  return /^\d{1,7}(\.\d{1,3})?$/.test(decimal) ? Math.round(Number(decimal) * 1_000) : Number.NaN;
}

/** Why a quantity is not what was typed; null when it is. */
export function quantityNote(
  change: TypedQuantity['change'],
  range: { minQuantity: number; maxQuantity: number; stepQuantity: number },
  texts: SetupTexts['typedNumbers'],
): string | null {
  if (change === 'least') return texts.least(formatCount(range.minQuantity));
  if (change === 'most') return texts.most(formatCount(range.maxQuantity));
  if (change === 'step') return range.stepQuantity === 1 ? texts.whole : texts.inSteps(formatCount(range.stepQuantity));
  return change && texts.invalid;
}

function withoutSign(typed: string): string {
  return typed.replace(/^\s*(US)?\$/i, '');
}
