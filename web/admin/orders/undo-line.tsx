// Offers to undo a manual status change, with the remaining minutes.
import { useNow } from '../../ui/relative-time.tsx';
import { useAllowed } from '../allowed.tsx';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { useUndoStatus } from './order-acts.ts';

export function UndoLine({ order }: { order: AdminOrder }) {
  const texts = usePageTexts();
  const nowMs = useNow();
  const undo = useUndoStatus();
  const mayUndo = useAllowed()('undoOrderStatus');
  if (!order.undoStatus || !mayUndo) return null;
  const leftMs = Date.parse(order.undoStatus.until) - nowMs;
  if (!(leftMs > 0)) return null;
  const { orderRow } = texts;
  return (
    <p className="text-xs text-muted">
      <span>{orderRow.undoHelp(orderWord(texts, order.status))}</span>
      <button
        type="button"
        disabled={undo.isPending}
        aria-label={orderRow.undoLabel(order.id)}
        onClick={() => undo.run(order.id)}
        className="font-semibold text-ink underline underline-offset-4 disabled:opacity-50 pointer-coarse:py-2"
      >
        {orderRow.undo}
      </button>
      <span>{orderRow.minutesLeft(Math.max(1, Math.round(leftMs / 60_000)))}</span>
    </p>
  );
}
