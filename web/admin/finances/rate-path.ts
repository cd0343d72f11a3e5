// Apart from the views, which load the screens that link here.
import { tabPath } from '../paths.ts';

/** Opens the form of a new rate. `from`: its first day. */
export function ratePath(currency: string, from?: string): string {
  return `${tabPath('finances')}&${new URLSearchParams({ rate: currency, ...(from ? { rate_from: from } : {}) })}`;
}
