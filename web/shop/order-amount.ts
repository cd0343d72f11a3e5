// Formats an amount of the API (dollars).
import type { Language } from '../../contract/languages.ts';
import { formatUsd } from '../../contract/money.ts';

export function dollarsToText(amount: number, lang: Language): string {
  return formatUsd(Math.round(amount * 100), lang);
}
