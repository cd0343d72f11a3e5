// Enables two-factor authentication: the app secret, its first code, then the backup codes, which are shown once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { accountKeys } from './account-queries.ts';
import { QrCode } from './qr-code.tsx';

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => api.call('POST /api/admin/second-factor', {}) });
  const confirm = useMutation({
    mutationFn: (given: string) => api.call('POST /api/admin/second-factor/confirm', { body: { code: given } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: accountKeys.admins }),
  });
  const { mutate: begin } = start;
  useEffect(() => begin(), [begin]);
  if (confirm.data) return <BackupCodes codes={confirm.data.backupCodes} onClose={onClose} />;

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

function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { common } = useTexts();
  const { account } = useSetupTexts();
  const toast = useToast();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: common.copied, tone: 'success' });
    } catch {
      toast({ title: account.notCopied, description: account.notCopiedHelp, tone: 'error' });
    }
  }

  return (
    <Dialog title={account.backupCodes} onClose={onClose}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>{account.backupHelp}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card border border-hairline p-4 text-center font-mono select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" onClick={() => void copy()}>
            {account.copy}
          </Button>
          <Button size="sm" variant="primary" onClick={onClose}>
            {account.saved}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
