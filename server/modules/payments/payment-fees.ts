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

type Charged = Pick<Attempt, 'orderId' | 'number' | 'gateway' | 'currency'>;

/** Once, with the payment of the order. A fee that the gateway returned before stays. `attempt`: null for one that an admin confirmed. */
export async function addSaleFee(
  ctx: StoreContext,
  tx: Tx,
  order: { id: string; amountCents: number; currency: string },
  attempt: Charged | null,
): Promise<void> {
  if (attempt) return addEstimate(ctx, tx, attempt, order.amountCents, true);
  const { id: orderId, currency } = order;
  const none = { amountCents: 0, state: 'final', ofSale: true } as const;
  await paymentFeesRepository.addFee(tx, { orderId, attemptNumber: 0, currency, ...none });
}

/** Once, with a payment that is not the one of its order: a second one, or one of another amount. */
export async function addFurtherFee(ctx: StoreContext, tx: Tx, attempt: Charged, capturedCents: number): Promise<void> {
  await addEstimate(ctx, tx, attempt, capturedCents, false);
}

async function addEstimate(
  ctx: StoreContext,
  tx: Tx,
  { orderId, number, gateway, currency }: Charged,
  amountCents: number,
  ofSale: boolean,
): Promise<void> {
  const rule = await findRule(ctx, gateway);
  const cents = rule && estimateFee(rule, amountCents);
  await paymentFeesRepository.addFee(tx, {
    orderId,
    attemptNumber: number,
    amountCents: cents,
    currency,
    state: cents === null ? 'unknown' : 'estimated',
    ofSale,
  });
}

/** What a further charge under the same gateway order adds to an estimate. */
export async function addChargeFee(ctx: StoreContext, tx: Tx, attempt: Charged, cents: number): Promise<void> {
  const rule = await findRule(ctx, attempt.gateway);
  await addToEstimate(tx, attempt, (rule && estimateFee(rule, cents)) ?? 0);
}

/** What a dispute adds to an estimate. A gateway that returns fees returns this one too. */
export async function addDisputeFee(ctx: StoreContext, tx: Tx, attempt: Charged): Promise<void> {
  await addToEstimate(tx, attempt, toCents((await findRule(ctx, attempt.gateway))?.dispute ?? null));
}

/** What each refund adds to an estimate, once, however many of them one view shows. */
export async function addRefundFees(
  ctx: StoreContext,
  tx: Tx,
  attempt: Charged & Pick<Attempt, 'gatewayProgress'>,
  view: Pick<GatewayView, 'refundCount' | 'refundedCents'>,
): Promise<void> {
  const refundedCents = view.refundedCents ?? 0;
  if (refundedCents === 0) return;
  const key = { orderId: attempt.orderId, attemptNumber: attempt.number };
  const fee = await paymentFeesRepository.findFee(tx, key);
  if (!fee) return;
  const isMore = refundedCents > (attempt.gatewayProgress?.refundedCents ?? 0);
  const count = Math.max(fee.refunds, view.refundCount ?? fee.refunds + (isMore ? 1 : 0));
  if (count === fee.refunds) return;
  const cents = toCents((await findRule(ctx, attempt.gateway))?.refund ?? null);
  await paymentFeesRepository.setRefundCount(tx, key, count, (count - fee.refunds) * cents);
}

async function addToEstimate(tx: Tx, { orderId, number }: Charged, cents: number): Promise<void> {
  if (cents > 0) await paymentFeesRepository.addToEstimate(tx, { orderId, attemptNumber: number }, cents);
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
