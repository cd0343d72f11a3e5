// The undelivered units of an order, as far as they are known. Pure, without money.
import { hasEnded, type ReplacedUnits } from '../../../contract/order-progress.ts';
import { providerStatusKind } from '../../../contract/provider-status.ts';
import { shares } from '../../../contract/share.ts';
import type { DispatchRow } from './dispatch-rows.ts';
import { isUnsent } from './dispatch-state.ts';

export type UndeliveredAmount = {
  /** Of the order's quantity: units not sent, refused, or of links that ended early, unless dismissed. */
  quantity: number;
  /** Links in progress; they count as delivered. */
  running: number;
  /** Links with an unknown result; they count as delivered until an admin resolves them. */
  unknown: number;
};

type Sent = Pick<DispatchRow, 'position' | 'state' | 'liveStatus' | 'following' | 'remains' | 'quantity' | 'shortfall'>;

/** Compares each link's share with the status that the provider returned. */
export function computeUndeliveredAmount(
  order: { quantity: number; postLinks: readonly string[] },
  sent: readonly Sent[],
  replaced: ReplacedUnits = new Map(),
): UndeliveredAmount {
  const found = { quantity: 0, running: 0, unknown: 0 };
  for (const [position, share] of shares(order.quantity, order.postLinks.length).entries()) {
    const row = sent.find((one) => one.position === position);
    if (!row || isUnsent(row.state)) found.quantity += share - (replaced.get(position) ?? 0);
    else if (row.state === 'sent') found.quantity += stoppedShort(row, found);
    else found.unknown += 1;
  }
  return found;
}

// Without a count, all units of a canceled link are missing, and those of a partial one are unknown. An ended link that
// is tracked is being refilled.
function stoppedShort({ liveStatus, following, remains, quantity, shortfall }: Sent, found: UndeliveredAmount): number {
  if (shortfall === 'refilled' || shortfall === 'dismissed') return 0;
  const kind = hasEnded({ liveStatus, following }) ? providerStatusKind(liveStatus ?? '') : 'unknown';
  if (kind === 'completed') return 0;
  switch (following ? 'unknown' : kind) {
    case 'canceled':
    case 'refunded':
    case 'failed':
      return remains ?? quantity;
    case 'partial':
      if (remains === null) found.unknown += 1;
      return remains ?? 0;
    default:
      found.running += 1;
      return 0;
  }
}
