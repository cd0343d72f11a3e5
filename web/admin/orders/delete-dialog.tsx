// Confirms that an order is hidden.
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useDeleteOrder } from './order-acts.ts';

export function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const remove = useDeleteOrder(onClose);
  return (
    <Dialog title={`Delete order ${id}`} onClose={onClose} busy={remove.isPending}>
      <p className="mt-2 text-sm">Are you sure you want to delete this order? This action cannot be undone.</p>
      <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.mutate(id)} className="mt-5">
        Delete
      </DialogEnd>
    </Dialog>
  );
}
