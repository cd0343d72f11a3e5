// Amounts in the currency of a provider.
import { formatDecimal, formatUsd } from '../amounts.ts';

/** An amount below one cent is shown as one cent. */
export function providerAmount(amount: number, currency: string): string {
  const cents = Math.abs(amount) < 0.01 && amount !== 0 ? Math.sign(amount) : Math.round(amount * 100);
  if (currency !== '' && currency.toUpperCase() !== 'USD') return `${formatDecimal(cents / 100, 2)} ${currency}`;
  return formatUsd(cents);
}
