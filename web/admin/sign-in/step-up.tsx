// Asks for the password again. The API client repeats the call that waits for it.
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { queryFailure } from '../query-client.ts';

/** True for a call that waited for the password, and whose dialog was closed. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.body.code === 'step_up';
}

/** Shows the dialog while a call waits for the password. */
export function StepUp() {
  const { proof } = useAdmin();
  return useSyncExternalStore(proof.subscribe, proof.isAsked) ? <StepUpDialog /> : null;
}

function StepUpDialog() {
  const { api, proof } = useAdmin();
  const { user } = useSessionState();
  const [password, setPassword] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function prove(): Promise<void> {
    setWaiting(true);
    setFailure(null);
    try {
      await api.call('POST /api/admin/step-up', { body: { password } });
      proof.end(true);
    } catch (error) {
      setFailure(queryFailure(error));
      setWaiting(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isWaiting && password !== '') void prove();
  }

  return (
    <Dialog title="Confirm your password" onClose={() => proof.end(false)} busy={isWaiting}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <p>You last confirmed it more than ten minutes ago.</p>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          error={failure}
          onChange={(event) => setPassword(event.target.value)}
        />
        <DialogEnd waiting={isWaiting} incomplete={password === ''} onCancel={() => proof.end(false)}>
          Continue
        </DialogEnd>
      </form>
    </Dialog>
  );
}
