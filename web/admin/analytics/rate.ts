// Formats shares and changes with one decimal. A share of zero is 0%.
import { formatDecimal } from '../amounts.ts';

export function rate(part: number, whole: number): string {
  return whole > 0 ? formatPercent((part / whole) * 100) : '0%';
}

export function formatPercent(percent: number): string {
  return `${formatDecimal(percent)}%`;
}

/** Stands for a figure that is not there. */
export const dash = '–';

/** "+12.5%" from `before` to `now`; null when `before` is zero. */
export function change(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / before) * 100;
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;
}
