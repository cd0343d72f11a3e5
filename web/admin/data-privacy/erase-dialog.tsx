// Confirms an erasure: which data is deleted, which data stays, and that it cannot be undone.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

type EraseDialogProps = { email: string; onClose: () => void; onErased: (count: number) => void };

export function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const { personalData: texts } = useSetupTexts();
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
    <Dialog title={texts.eraseTitle} onClose={onClose} busy={erase.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p className="break-words">
          {texts.eraseBefore} <strong>{email}</strong> {texts.eraseAfter}
        </p>
        <div>
          <p className="font-semibold">{texts.erasedPart}</p>
          <p className="text-muted">{texts.erasedPartHelp}</p>
        </div>
        <div>
          <p className="font-semibold">{texts.keptPart}</p>
          <p className="text-muted">{texts.keptPartHelp}</p>
        </div>
        <p className="text-muted">{texts.elsewhere}</p>
        <Refusal>{failureOf(erase)}</Refusal>
        <DialogEnd waiting={erase.isPending} danger onCancel={onClose} onAct={() => erase.mutate(email)}>
          {texts.eraseNow}
        </DialogEnd>
      </div>
    </Dialog>
  );
}
