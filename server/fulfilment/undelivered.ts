// How much of an order was not delivered, as far as it is known. Pure; knows no money.
import { hasEnded } from '../../contract/order-progress.ts';
import { providerStatusKind } from '../../contract/provider-status.ts';
import { shares } from '../../contract/share.ts';
import type { DispatchRow } from './dispatch-rows.ts';

export type Undelivered = {
  /** Of the order's quantity: what was not sent, refused, and what stopped before it was there and was not dismissed. */
  quantity: number;
  /** Links on their way, which count as delivered: they still may be. */
  running: number;
  /** Links of which nobody knows whether they were placed; they count as delivered until that is settled. */
  unknown: number;
};

type Sent = Pick<DispatchRow, 'position' | 'state' | 'liveStatus' | 'following' | 'remains' | 'quantity' | 'shortfall'>;
/** Units by the link's position that were delivered of links that were replaced since. */
export type ReplacedUnits = ReadonlyMap<number, number>;

/** Each link's share against what the provider says of it. */
export function undeliveredOf(
  order: { quantity: number; postLinks: readonly string[] },
  sent: readonly Sent[],
  replaced: ReplacedUnits = new Map(),
): Undelivered {
  const found = { quantity: 0, running: 0, unknown: 0 };
  for (const [position, share] of shares(order.quantity, order.postLinks.length).entries()) {
    const row = sent.find((one) => one.position === position);
    if (!row || row.state === 'failed' || row.state === 'waiting')
      found.quantity += share - (replaced.get(position) ?? 0);
    else if (row.state === 'sent') found.quantity += stoppedShort(row, found);
    else found.unknown += 1;
  }
  return found;
}

// A remains that was never told is all of a canceled link, and none of a partial one: nobody knows how much.
function stoppedShort({ liveStatus, following, remains, quantity, shortfall }: Sent, found: Undelivered): number {
  if (shortfall === 'refilled' || shortfall === 'dismissed') return 0;
  const isEnded = hasEnded({ liveStatus, following });
  switch (isEnded ? providerStatusKind(liveStatus ?? '') : 'unknown') {
    case 'completed':
      return 0;
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
