// How fast orders were delivered, as the store measured it, in sentences. Not among the editable texts: an operator can hide
// the figures and not change them.
import { measuredSpeedTexts } from './language-texts.ts';
import type { Language } from './languages.ts';
import { countText } from './numbers.ts';

/** Orders that were paid in the last 30 days. Times are from the payment, each the upper end of its range. */
export type MeasuredSpeed = {
  orders: number;
  /** Half of the orders had their first units by then. */
  began_seconds: number;
  /** Nine of ten had all of them by then. */
  completed_seconds: number;
};
/** By `offerKey()` of offers. */
export type MeasuredSpeeds = Partial<Record<string, MeasuredSpeed>>;

/** With fewer orders nothing is shown. */
export const leastMeasuredOrders = 30;

export function speedSentence(lang: Language, { orders, began_seconds, completed_seconds }: MeasuredSpeed): string {
  const { sentence } = measuredSpeedTexts[lang];
  return sentence(timeText(lang, began_seconds), timeText(lang, completed_seconds), countText(orders, lang));
}

/** Rounded up, so that it promises no more than was measured. */
export function timeText(lang: Language, seconds: number): string {
  const { minutes, hours, days } = measuredSpeedTexts[lang];
  if (seconds <= 90 * 60) return minutes(Math.ceil(seconds / 60));
  if (seconds <= 48 * 3_600) return hours(Math.ceil(seconds / 3_600));
  return days(Math.ceil(seconds / 86_400));
}

/**
 * The first value above a bucket of delivery times or speeds, in seconds or in units an hour. Each bucket is 2^(1/4) wider
 * than the one before, about 19 %; the SQL function `speed_bucket` puts a value into its bucket.
 */
export function bucketEnd(bucket: number): number {
  return 2 ** ((bucket + 1) / 4);
}

/** The bands of quantities, as the SQL function `quantity_band` counts them; the last one has no limit. */
export const quantityBands = [1_000, 5_000, 20_000, null] as const;
