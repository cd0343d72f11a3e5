// Refunds the undelivered part of an order. While another refund of it has no response, nothing is sent.
import { useState } from 'react';
import { useAdmin } from '../admin-context.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { useMakeRefund } from './refund-queries.ts';

/** `reason` is stored with the refund. `isHeld`: another refund of the order must be resolved first, or the same money could be paid back twice. */
export function useRefundUndelivered(orderId: string, onSettled?: () => void) {
  const { refundIntents } = useAdmin();
  const reason = useTexts().refunds.proposalReason;
  const refund = useMakeRefund(orderId);
  const [isHeld, setHeld] = useState(false);

  function send(amount: number): void {
    const request = { undelivered: true, amount, reason };
    const before = refundIntents.of(orderId, null)?.request;
    const isOther = before !== undefined && JSON.stringify(before) !== JSON.stringify(request);
    setHeld(isOther);
    if (!isOther) refund.mutate(request, { onSettled });
  }

  return { refund, reason, isHeld, send };
}
