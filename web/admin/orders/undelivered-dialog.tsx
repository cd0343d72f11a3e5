// Confirms that a paid order is completed although some units are undelivered.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../texts/shown-texts.ts';

type UndeliveredDialogProps = { orderId: string; words: string; onConfirm: () => void; onClose: () => void };

export function UndeliveredDialog({ orderId, words, onConfirm, onClose }: UndeliveredDialogProps) {
  const { orderActs } = useTexts();
  return (
    <Dialog title={orderActs.completeTitle(orderId)} onClose={onClose}>
      <p className="mt-2 text-sm">{words}</p>
      <p className="mt-2 text-sm text-muted">{orderActs.completeHelp}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {orderActs.keepOpen}
        </Button>
        <Button size="sm" variant="danger" onClick={onConfirm}>
          {orderActs.completeAnyway}
        </Button>
      </div>
    </Dialog>
  );
}
