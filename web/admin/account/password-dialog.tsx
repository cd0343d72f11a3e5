// Changes the password of the signed-in admin. All other sessions are signed out.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shortestPassword } from '../../../contract/account-rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { accountKeys } from './account-queries.ts';

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { api, session } = useAdmin();
  const { user } = useSessionState();
  const queries = useQueryClient();
  const toast = useToast();
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: (to: string) => api.call('POST /api/admin/password', { body: { password: to } }),
    onSuccess: ({ ended_sessions: count }) => {
      void queries.invalidateQueries({ queryKey: accountKeys.sessions });
      session.renewDeviceKey();
      const others = count === 1 ? '1 other session was' : `${count} other sessions were`;
      toast({
        title: 'Password changed',
        description: count > 0 ? `${others} signed out.` : undefined,
        tone: 'success',
      });
      onClose();
    },
  });
  const tooShort = password.length < shortestPassword;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!change.isPending && !tooShort) change.mutate(password);
  }

  return (
    <Dialog title="Change password" onClose={onClose} busy={change.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <p>Every other browser that is signed in as {user?.email} is signed out.</p>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <Field
          label="New password"
          type="password"
          name="new-password"
          autoComplete="new-password"
          maxLength={1024}
          value={password}
          help={`At least ${shortestPassword} characters. Several words in a row are easy to keep in mind.`}
          error={failureOf(change)}
          onChange={(event) => setPassword(event.target.value)}
        />
        <DialogEnd waiting={change.isPending} incomplete={tooShort} onCancel={onClose}>
          Change password
        </DialogEnd>
      </form>
    </Dialog>
  );
}
