// Confirms an erasure: which data is deleted, which data stays, and that it cannot be undone.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';

type EraseDialogProps = { email: string; onClose: () => void; onErased: (count: number) => void };

export function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const erase = useMutation({
    mutationFn: (of: string) => api.call('POST /api/admin/people/erase', { body: { email: of } }),
    onSuccess: ({ erased }) => {
      // Orders, customers, alerts and the audit log may all contain data of the person.
      void queries.invalidateQueries();
      onErased(Object.values(erased).reduce((sum, count) => sum + count, 0));
    },
  });
  return (
    <Dialog title="Erase this person?" onClose={onClose} busy={erase.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p className="break-words">
          All that names <strong>{email}</strong> is taken out of the store. This cannot be taken back.
        </p>
        <div>
          <p className="font-semibold">What goes</p>
          <p className="text-muted">
            The address and the links of the orders, notes, mails, messages to the support, what alerts and the audit
            log say of the person.
          </p>
        </div>
        <div>
          <p className="font-semibold">What stays, for the books</p>
          <p className="text-muted">
            Ids, amounts, dates, states and quantities of orders, payments and deliveries, and the reasons that admins
            gave for refunds and payments by hand, under an invented address.
          </p>
        </div>
        <p className="text-muted">
          The card gateway, the provider, the mail server and your backups keep their own records.
        </p>
        <Refusal>{failureOf(erase)}</Refusal>
        <DialogEnd waiting={erase.isPending} danger onCancel={onClose} onAct={() => erase.mutate(email)}>
          Erase
        </DialogEnd>
      </div>
    </Dialog>
  );
}
