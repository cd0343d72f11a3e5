// An amount of the wire, in dollars, as people read it.
import { formatUsd } from '../../contract/money.ts';

export function dollarsToText(amount: number): string {
  return formatUsd(Math.round(amount * 100));
}
