// Another payment takes the place of an open one: its form is closed where the gateway can, and it stays watched (gateway rule 9).
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import * as transfersRepository from '../modules/transfers/transfers.repository.ts';

/** A capture after this still counts: of an unpaid order it is its payment, else a second one. The order is locked. */
export async function supersede(
  ctx: StoreContext,
  tx: Tx,
  { orderId, number, gateway, gatewayOrderId }: Attempt,
  source: 'session' | 'job',
): Promise<void> {
  if (!(await paymentsRepository.changeAttempt(tx, { orderId, number }, { state: 'closed' }, ['open']))) return;
  const event = { orderId, attemptNumber: number, source, conclusion: 'superseded' as const, said: {} };
  await paymentsRepository.recordEvent(tx, event);
  if (gateway === 'manual') {
    await transfersRepository.closeTransfer(tx, { orderId, number });
    // The order expires as any other again. No gateway has a form of it.
    await ordersRepository.changeOrder(tx, orderId, { expiryLookAt: null });
    return;
  }
  await ctx.jobs.enqueue(tx, 'end_session', { gatewayOrderId }, { key: `end ${gatewayOrderId}`, maxAttempts: 5 });
}

/** The order is paid, by the attempt `paid` or by hand: nobody should pay by another form that is still open. */
export async function supersedeOthers(ctx: StoreContext, tx: Tx, orderId: string, paid: number | null): Promise<void> {
  for (const other of await paymentsRepository.listAttempts(tx, [orderId])) {
    if (other.state === 'open' && other.number !== paid) await supersede(ctx, tx, other, 'job');
  }
}

/** Closes the form at the gateway, where that can. Repeatable. Throws ExternalError: repeat later. */
export async function endSession(ctx: StoreContext, gatewayOrderId: string): Promise<void> {
  const names = await ctx.gateways.names();
  const attempt = await paymentsRepository.findAttempt(ctx.database.db, names, gatewayOrderId);
  if (attempt) await ctx.gateways.endSession(attempt);
}
