// Payments and refunds, in Portuguese (Brazil).
import type { MessageTexts } from '../store-messages.ts';
import type { paymentTexts as english } from './en-payments.ts';

export const paymentTexts: Pick<MessageTexts, keyof typeof english> = {
  refund_exceeds_payment: 'O reembolso passa do valor pago.',
  refund_at_most: ({ leftCents }, { usd }) => `No máximo ${usd(leftCents)} pode ser reembolsado.`,
};
