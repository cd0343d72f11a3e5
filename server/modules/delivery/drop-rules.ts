// When a buyer can report that a delivered post lost units. Pure.
import { openRequestStates } from '../../../contract/dispatch-status.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { guaranteeOf } from '../../../contract/guarantee.ts';
import { providerStatusKind } from '../../../contract/provider-status.ts';
import type { DispatchRow } from '../dispatch/dispatch-rows.ts';
import type { orders } from '../orders/orders.schema.ts';
import type { DropReport } from './drop-reports.repository.ts';
import type { DeliveryRequest } from './requests.repository.ts';

export type DropFacts = {
  order: Pick<typeof orders.$inferSelect, 'paymentStatus' | 'amountCents' | 'refundedCents'>;
  link: DispatchRow | null;
  /** The last report of the link. */
  last: DropReport | null;
  /** The last refill of the link. */
  refill: DeliveryRequest | null;
  guaranteeDays: number;
  now: Date;
};

const betweenMs = 86_400_000;

/** The last refill of a link. `requests`: newest first. */
export function findLastRefill(requests: readonly DeliveryRequest[], position: number): DeliveryRequest | null {
  return requests.find((one) => one.position === position && one.kind === 'refill') ?? null;
}

/** Null: it can be reported. */
export function dropRefusal({ order, link, last, refill, guaranteeDays, now }: DropFacts): ErrorCode | null {
  const { paymentStatus, amountCents, refundedCents } = order;
  const isBack = paymentStatus === 'refunded' || paymentStatus === 'disputed';
  if (isBack || link?.shortfall === 'refunded') return 'order_refunded';
  if (paymentStatus === 'paid' && refundedCents >= amountCents) return 'order_refunded';
  const isComplete = link !== null && providerStatusKind(link.liveStatus ?? '') === 'completed';
  if (link?.state !== 'sent' || (link.completedAt === null && !isComplete)) return 'not_delivered';
  if (last && now.getTime() - last.reportedAt.getTime() < betweenMs) return 'drop_reported';
  const isOpen = refill !== null && (openRequestStates as readonly string[]).includes(refill.state);
  if (last?.state === 'reported' || isOpen || (link.following && !isComplete)) return 'refill_under_way';
  return guaranteeOf(link.completedAt, guaranteeDays, now) === null ? 'guarantee_over' : null;
}
