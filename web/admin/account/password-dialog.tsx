// Changes the password of the signed-in admin. All other sessions are signed out.
import { useState } from 'react';
import { shortestPassword } from '../../../contract/account-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

type ListedKey = AnswerFor<'GET /api/admin/api-keys'>[number];
type Webhook = AnswerFor<'GET /api/admin/webhooks'>[number];

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSetupTexts();
  const { session } = useAdmin();
  const { user } = useSessionState();
  const [password, setPassword] = useState('');
  const change = useAct('POST /api/admin/password', {
    renews: ['GET /api/admin/sessions'],
    onDone: (answer) => {
      session.renewDeviceKey();
      if (!answer?.api_keys.length && !answer?.webhooks?.length) onClose();
    },
    done: (answer) => ({
      title: account.passwordChanged,
      description: answer?.ended_sessions ? account.sessionsEnded(answer.ended_sessions) : undefined,
    }),
  });
  if (change.answer)
    return <OwnKeysDialog keys={change.answer.api_keys} webhooks={change.answer.webhooks ?? []} onClose={onClose} />;
  return (
    <FormDialog
      title={account.changePassword}
      act={change}
      label={account.changePassword}
      incomplete={password.length < shortestPassword}
      failure={null}
      onSubmit={() => change.run({ body: { password } })}
      onClose={onClose}
    >
      <p>{account.passwordHelp(user?.email ?? '')}</p>
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      <Field
        label={account.newPassword}
        type="password"
        name="new-password"
        autoComplete="new-password"
        maxLength={1024}
        value={password}
        help={account.newPasswordHelp(shortestPassword)}
        error={change.failure}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}

type OwnKeysProps = { keys: ListedKey[]; webhooks: Webhook[]; onClose: () => void };

/** A new password does not end API keys and webhooks: who had the old one may have created some. */
function OwnKeysDialog({ keys, webhooks, onClose }: OwnKeysProps) {
  const { account } = useSetupTexts();
  const end = useAct(
    async (api) => {
      if (keys.length > 0) await api.call('DELETE /api/admin/api-keys', {});
      if (webhooks.length > 0) await api.call('DELETE /api/admin/webhooks', {});
    },
    {
      renews: ['GET /api/admin/api-keys', 'GET /api/admin/webhooks'],
      onDone: onClose,
      done: { title: account.accessEnded, description: account.accessEndedHelp },
    },
  );
  return (
    <Dialog title={account.accessTitle} onClose={onClose} busy={end.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>{account.accessHelp}</p>
        <ul className="divide-y divide-hairline">
          {keys.map(({ id, name, prefix, expires_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-2 py-2">
              <bdi className="font-medium">{name}</bdi>
              <code className="text-muted">{`${prefix}…`}</code>
              <span className="text-muted">{endOf(account, expires_at)}</span>
            </li>
          ))}
          {webhooks.map(({ id, url, expires_at }) => (
            <li key={id} className="break-all py-2">
              <span className="font-medium">{`${account.webhook} `}</span>
              <span className="text-muted">{`${url}, ${endOf(account, expires_at)}`}</span>
            </li>
          ))}
        </ul>
        <Refusal>{end.failure}</Refusal>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" disabled={end.isPending} onClick={onClose}>
            {account.keepAccess}
          </Button>
          <Button size="sm" variant="danger" waiting={end.isPending} onClick={() => end.run({})}>
            {account.endAccess}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function endOf(account: SetupTexts['account'], expiresAt: string | null): string {
  return expiresAt ? account.until(formatDate(expiresAt)) : account.neverExpires;
}
