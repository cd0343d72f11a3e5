// Confirms that an order is hidden.
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { useDeleteOrder } from './order-acts.ts';

type DeleteDialogProps = { id: string; onDone: () => void; onClose: () => void };

export function DeleteDialog({ id, onDone, onClose }: DeleteDialogProps) {
  const { orderActs } = useTexts();
  const remove = useDeleteOrder(onDone);
  return (
    <Dialog title={orderActs.deleteTitle(id)} onClose={onClose} busy={remove.isPending}>
      <p className="mt-2 text-sm">{orderActs.deleteQuestion}</p>
      <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.mutate(id)} className="mt-5">
        {orderActs.delete}
      </DialogEnd>
    </Dialog>
  );
}
