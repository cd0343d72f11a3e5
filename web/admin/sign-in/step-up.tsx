// Asks for the password again before an irreversible action.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { queryFailure } from '../query-client.ts';

/** True for the refusal after which the same call is let through once the password was given. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.body.code === 'step_up';
}

type StepUpProps = { onDone: () => void; onClose: () => void };

export function StepUpDialog({ onDone, onClose }: StepUpProps) {
  const { api } = useAdmin();
  const { user } = useSessionState();
  const [password, setPassword] = useState('');
  const prove = useMutation({
    mutationFn: () => api.call('POST /api/admin/step-up', { body: { password } }),
    onSuccess: onDone,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!prove.isPending && password !== '') prove.mutate();
  }

  return (
    <Dialog title="Your password, please" onClose={onClose} busy={prove.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <p>This needs a password that was given in the last ten minutes.</p>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          error={prove.isError ? queryFailure(prove.error) : null}
          onChange={(event) => setPassword(event.target.value)}
        />
        <DialogEnd waiting={prove.isPending} incomplete={password === ''} onCancel={onClose}>
          Go on
        </DialogEnd>
      </form>
    </Dialog>
  );
}
