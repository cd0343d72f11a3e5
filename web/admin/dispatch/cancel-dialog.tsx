// Confirms the request to cancel a link at its provider.
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';

type CancelDialogProps = { onClose: () => void; onConfirm: () => void };

export default function CancelDialog({ onClose, onConfirm }: CancelDialogProps) {
  const { links } = useItemTexts();
  return (
    <Dialog title={links.cancelTitle} onClose={onClose}>
      <p className="mt-2 text-sm">{links.cancelHelp}</p>
      <DialogEnd
        waiting={false}
        danger
        cancel={links.keepDelivering}
        onCancel={onClose}
        onAct={() => {
          onClose();
          onConfirm();
        }}
        className="mt-4"
      >
        {links.requestCancel}
      </DialogEnd>
    </Dialog>
  );
}
