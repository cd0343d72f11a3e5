// Opens the payment of an order that was placed before. A file of its own: most buyers place a new order.
import { type Api, ApiError } from '../../api.ts';
import { CheckoutStop } from './failure.ts';
import { type Opened, openSession } from './payment-steps.ts';

/** Placed before, perhaps in another tab. Amount in dollars. Without an email, this tab has the key of the order. */
type ExistingOrder = { id: string; amount: number; email: string };

/** For an existing order. Throws CheckoutStop with the text for the buyer. */
export async function openExistingPayment(order: ExistingOrder, api: Pick<Api, 'call'>): Promise<Opened> {
  const email = order.email.trim();
  const body = { orderId: order.id, amount: order.amount, ...(email && { email }) };
  const opened = await openSession(body, api).catch((error: unknown) => {
    if (!isWrongEmail(error)) throw error;
    throw new CheckoutStop({ type: 'validation', code: 'wrong_order_email', field: 'email' }, error);
  });
  return opened === 'closed' ? { outcome: 'closed', orderId: order.id } : opened;
}

function isWrongEmail(error: unknown): boolean {
  const refusal = error instanceof CheckoutStop ? error.cause : null;
  return (
    refusal instanceof ApiError &&
    refusal.status === 400 &&
    refusal.body.field === 'email' &&
    // No reason: of the version before.
    [undefined, 'differs_from_order'].includes(refusal.body.reason as string | undefined)
  );
}
