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
import { accountKeys } from './account-queries.ts';
import { QrCode } from './qr-code.tsx';

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
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
    <Dialog title="Authenticator app" onClose={onClose} busy={confirm.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <p>Scan this with an authenticator app on your phone, or type the key into it.</p>
        <Refusal>{failureOf(start)}</Refusal>
        {start.data ? (
          <>
            <QrCode text={start.data.uri} label="The key as a QR code" />
            <p className="text-center font-mono break-all select-all">
              {start.data.secret.match(/.{1,4}/g)?.join(' ')}
            </p>
          </>
        ) : (
          <Skeleton className="mx-auto size-44" />
        )}
        <Field
          label="Code that the app shows now"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
          value={code}
          error={failureOf(confirm)}
          onChange={(event) => setCode(event.target.value)}
        />
        <DialogEnd waiting={confirm.isPending} incomplete={!start.data || code.trim() === ''} onCancel={onClose}>
          Switch on
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const toast = useToast();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Copied', tone: 'success' });
    } catch {
      toast({ title: 'Not copied', description: 'Select the codes and copy them by hand.', tone: 'error' });
    }
  }

  return (
    <Dialog title="Keep these backup codes" onClose={onClose}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>
          Sign-in now requires a code from the app. Each recovery code replaces one code, once. Save them: they are
          shown only now.
        </p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card border border-hairline p-4 text-center font-mono select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" onClick={() => void copy()}>
            Copy
          </Button>
          <Button size="sm" variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
