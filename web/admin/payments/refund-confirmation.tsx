// The confirmation of every refund with its amount and reason.
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { formatUsd } from '../amounts.ts';
import { DialogEnd } from '../dialog-end.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';

type RefundConfirmationProps = {
  amountCents: number;
  reason: string;
  /** The effect on the order and the money. */
  children: ReactNode;
  onRefund: () => void;
  onClose: () => void;
};

export default function RefundConfirmation({
  amountCents,
  reason,
  children,
  onRefund,
  onClose,
}: RefundConfirmationProps) {
  const { refunds } = useItemTexts();
  return (
    <Dialog title={refunds.refundTitle(formatUsd(amountCents))} onClose={onClose}>
      <div className="mt-2 grid gap-2 text-sm">
        <p className="break-words">
          <span className="text-muted">{refunds.reasonBefore}</span>
          <span>{` ${reason}`}</span>
        </p>
        <p>
          <span>{children}</span>
          <span>{` ${refunds.isFinal}`}</span>
        </p>
      </div>
      <DialogEnd waiting={false} danger onCancel={onClose} onAct={onRefund} className="mt-5">
        {refunds.refundAmount(formatUsd(amountCents))}
      </DialogEnd>
    </Dialog>
  );
}
