import type { StoreContext } from '../context.ts';
import { paymentOf } from '../modules/payments/payment-rows.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';

/** The payment attempts of an order as the API shows them, the first one first. */
export async function readPayments({ database }: StoreContext, orderId: string) {
  return (await paymentsRepository.attemptsOf(database.db, orderId)).map(paymentOf);
}
