// The views of the finances, in the order of their links. Their names are in the texts (`finances.views`).
import { pageOnDemand } from '../page-on-demand.tsx';
import { tabPath } from '../paths.ts';

export const financeViews = {
  statement: pageOnDemand(() => import('./statement-view.tsx')),
  sources: pageOnDemand(() => import('./sources-view.tsx')),
  payouts: pageOnDemand(() => import('./payouts-view.tsx')),
  tax: pageOnDemand(() => import('./tax-view.tsx')),
};

export type FinanceView = keyof typeof financeViews;
/** Those whose figures are counted by source. */
export const viewsBySource: readonly FinanceView[] = ['statement', 'sources'];

export function financePath(view: FinanceView): string {
  return view === 'statement' ? tabPath('finances') : `${tabPath('finances')}&view=${view}`;
}
