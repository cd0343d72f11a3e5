// An order waits for a transfer: a reference and a last day, without a gateway. Only an admin confirms it.
import { randomInt } from 'node:crypto';
import type { ManualPayment } from '../../contract/payments.ts';
import { StoreError } from '../../contract/store-error.ts';
import { buildReference, isReference, referenceLength } from '../../contract/transfer-reference.ts';
import type { TransferSettings } from '../../contract/transfer-settings.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { computeCallerKeys } from '../modules/payments/card-declines.ts';
import type { Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { buildTransfer, computeDue } from '../modules/transfers/transfer-view.ts';
import * as transfersRepository from '../modules/transfers/transfers.repository.ts';

/** Null: the operator never entered any. They stay when the method is turned off: orders may wait for a transfer. */
export async function findTransferSettings(ctx: StoreContext): Promise<TransferSettings | null> {
  const methods = await ctx.paymentMethods.current();
  return methods.find(({ method }) => method === 'manual')?.transfer ?? null;
}

/** `attempts`: all of the order, oldest first. `hasKey`: the buyer has the key of the order. */
type TransferRequest = {
  order: OrderRow;
  attempts: readonly Attempt[];
  settings: TransferSettings;
  hasKey: boolean;
  ip: string;
};

type OpenedTransfer = Awaited<ReturnType<typeof transfersRepository.addTransfer>>;

/** The order is locked, unpaid, and has no open attempt. */
export async function openTransfer(ctx: StoreContext, tx: Tx, request: TransferRequest): Promise<Attempt> {
  const { order } = request;
  const known = await reopen(tx, request);
  const opened = known ?? (await open(ctx, tx, request));
  const { number } = opened;
  await noteOpened(ctx, tx, order, opened);
  await ctx.outbox.withdrawPaymentReminder(tx, order.id);
  const mail = { kind: 'transfer_instructions' as const, orderId: order.id, recipient: order.customerEmail };
  if (known) await ctx.outbox.postAgain(tx, mail);
  else await ctx.outbox.post(tx, { ...mail, refundNumber: number });
  const added = (await paymentsRepository.listAttempts(tx, [order.id])).find((one) => one.number === number);
  if (!added) throw new Error('The attempt was not written.');
  return added;
}

/** The instructions for the stored transfer. Throws method_unavailable where it was superseded meanwhile. */
export async function readManualPayment(ctx: StoreContext, orderId: string): Promise<ManualPayment> {
  const { db } = ctx.database;
  const [settings, order, open] = [
    await findTransferSettings(ctx),
    await ordersRepository.findOrder(db, orderId),
    await transfersRepository.findOpen(db, orderId),
  ];
  if (!settings || !order || !open) throw new StoreError('method_unavailable', { field: 'method' });
  const { time_zone } = await ctx.settings.current();
  const { expires_at: expiresAt, ...shown } = buildTransfer(open, order, settings, time_zone);
  return { ...shown, expiresAt };
}

/** A payment that took its place did not open: the order waits for it as before, unless it was paid or closed meanwhile. */
export async function restoreTransfer(ctx: StoreContext, tx: Tx, order: OrderRow, transfer: Attempt): Promise<void> {
  if (order.paidAt || order.deletedAt || order.status === 'failed') return;
  if (!(await paymentsRepository.changeAttempt(tx, transfer, { state: 'open' }, ['closed']))) return;
  await noteOpened(ctx, tx, order, await transfersRepository.reopenTransfer(tx, transfer));
}

async function noteOpened(
  ctx: StoreContext,
  tx: Tx,
  { id: orderId, amountCents, currency }: OrderRow,
  { number, expiresAt }: OpenedTransfer,
): Promise<void> {
  await paymentsRepository.recordEvent(tx, {
    orderId,
    attemptNumber: number,
    source: 'session',
    conclusion: 'transfer_opened',
    asked: { amountCents, currency },
    said: {},
  });
  // It replaces the day after which an unpaid order expires.
  await ordersRepository.changeOrder(tx, orderId, { expiryLookAt: expiresAt });
  ctx.live.announce(tx, 'order-update');
}

/** The buyer has the reference already, perhaps in a transfer that is on its way. Its days begin again. */
async function reopen(tx: Tx, { order, attempts, settings }: TransferRequest): Promise<OpenedTransfer | null> {
  const last = attempts.findLast(({ gateway }) => gateway === 'manual');
  if (last?.state !== 'closed' || last.amountCents !== order.amountCents) return null;
  await paymentsRepository.changeAttempt(tx, last, { state: 'open' });
  return transfersRepository.reopenTransfer(tx, last, settings.expiry_days);
}

async function open(
  ctx: StoreContext,
  tx: Tx,
  { order, attempts, settings, hasKey, ip }: TransferRequest,
): Promise<OpenedTransfer> {
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  const { id: orderId, amountCents, currency } = order;
  const reference = await drawReference(tx);
  const gatewayOrderId = `${orderId}-${number}`;
  const keys = computeCallerKeys(ctx, ip);
  await paymentsRepository.addManualAttempt(tx, {
    orderId,
    number,
    gatewayOrderId,
    amountCents,
    currency,
    withKey: hasKey,
    reference,
    ...keys,
  });
  const due = computeDue(amountCents, settings);
  return transfersRepository.addTransfer(tx, { orderId, number, reference, ...due }, settings.expiry_days);
}

const mostDraws = 20;

/** Three thousand million references: a second draw is rare. */
async function drawReference(tx: Tx): Promise<string> {
  for (let draws = 0; draws < mostDraws; draws += 1) {
    const reference = buildReference(Array.from({ length: referenceLength - 1 }, () => randomInt(2 ** 32)));
    if (isReference(reference) && !(await transfersRepository.isTaken(tx, reference))) return reference;
  }
  throw new Error('No free reference was drawn.');
}
