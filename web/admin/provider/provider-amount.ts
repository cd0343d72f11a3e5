// Amounts in the currency of a provider.
import { formatDecimal, formatPlainDecimal, formatUsd } from '../amounts.ts';

/** An amount below one cent is shown as one cent. */
export function providerAmount(amount: number, currency: string): string {
  const cents = Math.abs(amount) < 0.01 && amount !== 0 ? Math.sign(amount) : Math.round(amount * 100);
  if (!isUsd(currency)) return `${formatDecimal(cents / 100, 2)} ${currency}`;
  return formatUsd(cents);
}

/** The price of 1,000 units, which can be a fraction of a cent. */
export function providerRate(amount: number, currency: string): string {
  const short = Number(amount.toPrecision(2));
  const isWholeCents = isUsd(currency) && short >= 0.01 && short === Math.round(short * 100) / 100;
  return amount >= 0.1 || isWholeCents
    ? providerAmount(amount, currency)
    : `${formatPlainDecimal(short)} ${currency || 'USD'}`;
}

function isUsd(currency: string): boolean {
  return currency === '' || currency.toUpperCase() === 'USD';
}
