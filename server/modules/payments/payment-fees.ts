// Fees of gateways: the estimate by the owner's rule of the day, and the final amount that a gateway returns.
import { type GatewayName, gateways } from '../../../contract/gateways.ts';
import type { FieldSettings } from '../../../contract/setting-fields.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { GatewayView } from './gateway.ts';
import * as paymentFeesRepository from './payment-fees.repository.ts';
import type { Attempt } from './payments.repository.ts';

/** In percent and dollars. Null: it takes none. Without `percent` and `fixed` there is no rule. */
export type FeeRule = FieldSettings['fees'][GatewayName];

/** In cents; null without a rule. */
export function estimateFee({ percent, fixed }: FeeRule, amountCents: number): number | null {
  if (percent === null && fixed === null) return null;
  return Math.round((amountCents * toCents(percent)) / 10_000) + toCents(fixed);
}

/** Once, with the payment. A fee that the gateway returned before stays. `attempt`: null for one that an admin confirmed. */
export async function addSaleFee(
  ctx: StoreContext,
  tx: Tx,
  order: { id: string; amountCents: number; currency: string },
  attempt: Pick<Attempt, 'number' | 'gateway'> | null,
): Promise<void> {
  const rule = attempt && (await findRule(ctx, attempt.gateway));
  const cents = attempt ? rule && estimateFee(rule, order.amountCents) : 0;
  await paymentFeesRepository.addFee(tx, {
    orderId: order.id,
    attemptNumber: attempt?.number ?? 0,
    amountCents: cents,
    currency: order.currency,
    state: attempt === null ? 'final' : cents === null ? 'unknown' : 'estimated',
    ofSale: true,
  });
}

/** What a refund or a dispute adds to an estimate. A gateway that returns fees returns these too. */
export async function addFeeOf(
  ctx: StoreContext,
  tx: Tx,
  orderId: string,
  event: 'refund' | 'dispute',
  attempts: readonly Pick<Attempt, 'number' | 'gateway' | 'state'>[],
): Promise<void> {
  const paid = attempts.find(({ state }) => state === 'paid');
  const cents = paid ? toCents((await findRule(ctx, paid.gateway))?.[event] ?? null) : 0;
  if (paid && cents > 0) {
    await paymentFeesRepository.addToEstimate(tx, { orderId, attemptNumber: paid.number }, cents);
  }
}

/** The fee as the gateway returned it; the same again changes nothing. */
export async function keepFinalFee(
  tx: Tx,
  attempt: Pick<Attempt, 'orderId' | 'number' | 'currency'>,
  { fee, capturedCents }: Pick<GatewayView, 'fee' | 'capturedCents'>,
  ofSale: boolean,
): Promise<void> {
  if (!fee || !capturedCents || fee.currency !== attempt.currency) return;
  await paymentFeesRepository.setFinalFee(tx, {
    orderId: attempt.orderId,
    attemptNumber: attempt.number,
    amountCents: fee.cents,
    currency: fee.currency,
    ofSale,
  });
}

async function findRule({ settings }: StoreContext, gateway: string): Promise<FeeRule | null> {
  const name = gateways.find((known) => known === gateway);
  return name ? (await settings.current()).fees[name] : null;
}

/** Of dollars, or of percent as hundredths. */
function toCents(amount: number | null): number {
  return Math.round((amount ?? 0) * 100);
}
