// Offers to undo a manual status change, with the remaining minutes.
import { useNow } from '../../ui/relative-time.tsx';
import { shownStatus } from '../../ui/status-tone.ts';
import { useAllowed } from '../allowed.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { useUndoStatus } from './order-acts.ts';

export function UndoLine({ order, isBrief }: { order: AdminOrder; isBrief?: boolean }) {
  const nowMs = useNow();
  const undo = useUndoStatus();
  const mayUndo = useAllowed()('undoOrderStatus');
  if (!order.undoStatus || !mayUndo) return null;
  const leftMs = Date.parse(order.undoStatus.until) - nowMs;
  if (!(leftMs > 0)) return null;
  const minutes = Math.max(1, Math.round(leftMs / 60_000));
  return (
    <p className="text-xs text-muted">
      {isBrief ? 'Set by hand. ' : `Status set by hand to ${shownStatus(order.status)}. `}
      <button
        type="button"
        disabled={undo.isPending}
        aria-label={`Undo the change of order ${order.id}`}
        onClick={() => undo.mutate(order.id)}
        className="font-semibold text-ink underline underline-offset-4 disabled:opacity-50 pointer-coarse:py-2"
      >
        Undo
      </button>
      , {minutes} min left
    </p>
  );
}
