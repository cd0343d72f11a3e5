// Confirms that a paid order is completed although some units are undelivered.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type UndeliveredDialogProps = { orderId: string; words: string; onConfirm: () => void; onClose: () => void };

export function UndeliveredDialog({ orderId, words, onConfirm, onClose }: UndeliveredDialogProps) {
  return (
    <Dialog title={`Complete order ${orderId}?`} onClose={onClose}>
      <p className="mt-2 text-sm">{words}</p>
      <p className="mt-2 text-sm text-muted">
        It then leaves the list of what is to be sent. Nothing is refunded by this.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          Keep it open
        </Button>
        <Button size="sm" variant="danger" onClick={onConfirm}>
          Complete anyway
        </Button>
      </div>
    </Dialog>
  );
}
