// Confirms that an order is hidden. Requests the password when the store requires step-up.
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { needsPassword, StepUpDialog } from '../sign-in/step-up.tsx';
import { useDeleteOrder } from './order-acts.ts';

export function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const remove = useDeleteOrder(onClose);
  const [proved, setProved] = useState(false);
  if (needsPassword(remove.error) && !proved) {
    const goOn = () => {
      setProved(true);
      remove.mutate(id);
    };
    return <StepUpDialog onDone={goOn} onClose={onClose} />;
  }
  return (
    <Dialog title={`Delete order ${id}`} onClose={onClose} busy={remove.isPending}>
      <p className="mt-2 text-sm">Are you sure you want to delete this order? This action cannot be undone.</p>
      <DialogEnd
        waiting={remove.isPending}
        danger
        onCancel={onClose}
        onAct={() => {
          setProved(false);
          remove.mutate(id);
        }}
        className="mt-5"
      >
        Delete
      </DialogEnd>
    </Dialog>
  );
}
