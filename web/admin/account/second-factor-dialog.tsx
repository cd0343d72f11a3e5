// Enables two-factor authentication: the app secret, its first code, then the backup codes of a first factor.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { accountKeys } from './account-queries.ts';
import { BackupCodesDialog } from './backup-codes.tsx';
import { QrCode } from './qr-code.tsx';

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => api.call('POST /api/admin/second-factor', {}) });
  const confirm = useMutation({
    mutationFn: (given: string) => api.call('POST /api/admin/second-factor/confirm', { body: { code: given } }),
    onSuccess: ({ backupCodes }) => {
      void queries.invalidateQueries({ queryKey: accountKeys.admins });
      if (backupCodes.length === 0) onClose();
    },
  });
  const { mutate: begin } = start;
  useEffect(() => begin(), [begin]);
  if (confirm.data?.backupCodes.length) return <BackupCodesDialog codes={confirm.data.backupCodes} onClose={onClose} />;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!confirm.isPending && code.trim() !== '') confirm.mutate(code);
  }

  return (
    <Dialog title={account.app} onClose={onClose} busy={confirm.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <p>{account.scan}</p>
        <Refusal>{failureOf(start)}</Refusal>
        {start.data ? (
          <>
            <QrCode text={start.data.uri} label={account.qrCode} />
            <p className="text-center font-mono break-all select-all">
              {start.data.secret.match(/.{1,4}/g)?.join(' ')}
            </p>
          </>
        ) : (
          <Skeleton className="mx-auto size-44" />
        )}
        <Field
          label={account.appCode}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
          value={code}
          error={failureOf(confirm)}
          onChange={(event) => setCode(event.target.value)}
        />
        <DialogEnd waiting={confirm.isPending} incomplete={!start.data || code.trim() === ''} onCancel={onClose}>
          {account.switchOn}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
