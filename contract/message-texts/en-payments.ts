// Payments and refunds, in English.
import type { TextForms } from './forms.ts';

export const paymentTexts = {
  refund_exceeds_payment: 'The refund exceeds the amount paid.',
  refund_at_most: ({ leftCents }: { leftCents: number }, { usd }: TextForms) =>
    `At most ${usd(leftCents)} can be refunded.`,
};
