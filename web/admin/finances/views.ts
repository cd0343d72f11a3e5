// The views of the finances, in the order of their links. Their names are in the texts (`finances.views`).
import { pageOnDemand } from '../page-on-demand.tsx';
import { tabPath } from '../paths.ts';

export const financeViews = {
  statement: pageOnDemand(() => import('./statement-view.tsx')),
};

export type FinanceView = keyof typeof financeViews;

/** Opens the form of a new rate. `from`: its first day. */
export function ratePath(currency: string, from?: string): string {
  return `${financePath('statement')}&${new URLSearchParams({ rate: currency, ...(from ? { rate_from: from } : {}) })}`;
}

export function financePath(view: FinanceView): string {
  return view === 'statement' ? tabPath('finances') : `${tabPath('finances')}&view=${view}`;
}
