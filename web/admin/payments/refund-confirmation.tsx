// The confirmation of every refund with its amount and reason.
import type { ReactNode } from 'react';
import { formatUsd } from '../../../contract/money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';

type RefundConfirmationProps = {
  amountCents: number;
  reason: string;
  /** The effect on the order and the money. */
  children: ReactNode;
  onRefund: () => void;
  onClose: () => void;
};

export function RefundConfirmation({ amountCents, reason, children, onRefund, onClose }: RefundConfirmationProps) {
  return (
    <Dialog title={`Refund ${formatUsd(amountCents)}?`} onClose={onClose}>
      <div className="mt-2 grid gap-2 text-sm">
        <p className="break-words">
          <span className="text-muted">Reason:</span> {reason}
        </p>
        <p>{children} This cannot be undone.</p>
      </div>
      <DialogEnd waiting={false} danger onCancel={onClose} onAct={onRefund} className="mt-5">
        Refund {formatUsd(amountCents)}
      </DialogEnd>
    </Dialog>
  );
}
