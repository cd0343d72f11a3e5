// The comparison of the ledger with the gateway, in English.
import type { DifferenceKind } from '../kinds.ts';

export const reconciliation = {
  title: 'Ledger and gateway',
  failed: "Couldn't load the comparison",
  never: 'Not compared yet. The store compares every day at 03:41 UTC.',
  differences: (count: string) => (count === '1' ? '1 difference' : `${count} differences`),
  none: 'No difference',
  running: 'Running',
  compared: (count: string, from: string, to: string) => `${count} payments of ${from} to ${to} compared,`,
  caption: 'Differences between ledger and gateway',
  columns: { order: 'Order', what: 'Difference', ledger: 'Ledger', gateway: 'Gateway' },
  kinds: {
    captured: 'Captured',
    refunded: 'Refunded',
    currency: 'Currency',
    disputed: 'Charged back',
    unknown: 'Payment',
    not_asked: 'Not checked',
  } satisfies Record<DifferenceKind, string>,
  first: (count: string) => `Only the first ${count} are shown.`,
};
