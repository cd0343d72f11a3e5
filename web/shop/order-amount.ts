// Formats an amount of the API (dollars).
import { formatUsd } from '../../contract/money.ts';

export function dollarsToText(amount: number): string {
  return formatUsd(Math.round(amount * 100));
}
