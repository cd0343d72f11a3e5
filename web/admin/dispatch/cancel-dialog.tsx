// Confirms the request to cancel a link at its provider.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../texts/shown-texts.ts';

type CancelDialogProps = { onClose: () => void; onConfirm: () => void };

export function CancelDialog({ onClose, onConfirm }: CancelDialogProps) {
  const { links } = useTexts();
  return (
    <Dialog title={links.cancelTitle} onClose={onClose}>
      <p className="mt-2 text-sm">{links.cancelHelp}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {links.keepDelivering}
        </Button>
        <Button
          size="sm"
          variant="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {links.requestCancel}
        </Button>
      </div>
    </Dialog>
  );
}
