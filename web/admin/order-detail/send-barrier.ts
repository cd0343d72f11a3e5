// Why an order sends no link, in words.
import { shownPageTexts } from '../texts/shown-texts.ts';
import type { AdminOrder } from './read-order.ts';

const barrierTexts = { refunded: 'linksRefunded', refund_open: 'refundOpen', paused: 'paused' } as const;

/** Why the store sends no link of this order, as the end of a sentence, or null. The server checks it again. */
export function whyNotSent({ paymentStatus, sendBarrier }: AdminOrder): string | null {
  const { notSent } = shownPageTexts().orderPage;
  if (paymentStatus === 'refunded' || paymentStatus === 'disputed') return notSent[paymentStatus];
  if (sendBarrier !== null) return notSent[barrierTexts[sendBarrier]];
  return paymentStatus === 'paid' || paymentStatus === '' ? null : notSent.unpaid;
}
