// The passkeys of the signed-in admin: create and remove.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { ConfirmDialog, FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { shownSetupTexts, useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { BackupCodesDialog } from './backup-codes.tsx';
import { browserName } from './browser-name.ts';

export function Passkeys() {
  const { account } = useSetupTexts();
  const { session } = useAdmin();
  const nowMs = useNow();
  const passkeys = useApi('GET /api/admin/passkeys', {});
  const [adds, setAdds] = useState(false);
  const [removes, setRemoves] = useState<{ id: string; name: string } | null>(null);
  const isOnlyFactor = useFactorCount() === 1;
  const remove = useAct('DELETE /api/admin/passkeys/{id}', {
    renews: ['GET /api/admin/passkeys'],
    onDone: () => {
      void session.verify();
      setRemoves(null);
    },
  });
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-sm">
          <p className="font-semibold">{account.passkeys}</p>
          <p className="text-muted">{account.passkeysHelp}</p>
        </div>
        <Button size="sm" onClick={() => setAdds(true)}>
          {account.addPasskey}
        </Button>
      </div>
      {passkeys.isError ? (
        <LoadFailure title={account.passkeysFailed} error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : null}
      <ul className="divide-y divide-hairline">
        {passkeys.data?.map(({ id, name, created_at, last_used_at }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2 text-sm">
            <p className="min-w-0">
              <bdi className="block truncate font-medium">{name}</bdi>
              <span className="text-muted">
                <span>{`${account.added} `}</span>
                <RelativeTime at={created_at} nowMs={nowMs} />
                <span>{last_used_at ? `, ${account.used} ` : `, ${account.notUsed}`}</span>
                {last_used_at ? <RelativeTime at={last_used_at} nowMs={nowMs} /> : null}
              </span>
            </p>
            <Button size="sm" aria-label={account.removePasskey(name)} onClick={() => setRemoves({ id, name })}>
              {account.remove}
            </Button>
          </li>
        ))}
      </ul>
      {adds ? <AddDialog onClose={() => setAdds(false)} /> : null}
      {removes ? (
        <ConfirmDialog
          title={account.removePasskeyTitle(removes.name)}
          act={remove}
          label={account.remove}
          onConfirm={() => remove.run({ params: { id: removes.id } })}
          onClose={() => setRemoves(null)}
        >
          {[account.removePasskeyHelp, ...(isOnlyFactor ? [account.lastFactorHelp] : [])].join(' ')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** The app and the passkeys of the signed-in admin; null while they load. */
export function useFactorCount(): number | null {
  const { lacksSecondFactor } = useSessionState();
  const passkeys = useApi('GET /api/admin/passkeys', {});
  const admins = useApi('GET /api/admin/admins', {}, { enabled: !lacksSecondFactor });
  const you = admins.data?.find(({ is_you }) => is_you);
  return passkeys.data && you ? passkeys.data.length + Number(you.second_factor) : null;
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { signIn } = useTexts();
  const { account } = useSetupTexts();
  const { session } = useAdmin();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const add = useAct(
    async (api, as: string) => {
      const optionsJSON = await api.call('POST /api/admin/passkeys/options', {});
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON });
      return api.call('POST /api/admin/passkeys', { body: { name: as, response } });
    },
    {
      renews: ['GET /api/admin/passkeys'],
      onDone: (answer) => {
        if (!answer?.backupCodes?.length) close();
      },
      done: { title: account.passkeyAdded },
    },
  );
  if (add.answer?.backupCodes?.length) return <BackupCodesDialog codes={add.answer.backupCodes} onClose={close} />;

  // Not before the codes are saved: the set-up page ends with the first factor.
  function close(): void {
    onClose();
    if (add.answer) void session.verify();
  }

  return (
    <FormDialog
      title={account.addPasskey}
      act={add}
      label={signIn.continue}
      incomplete={name.trim() === ''}
      failure={(add.error && whyNot(add.error)) ?? add.failure}
      onSubmit={() => add.run(name)}
      onClose={onClose}
    >
      <p>{account.passkeyHelp}</p>
      <Field
        label={account.name}
        name="passkey-name"
        maxLength={60}
        value={name}
        help={account.nameHelp}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

/** The message for an error of the browser's WebAuthn call; null for an error of the store. */
function whyNot(error: Error): string | null {
  const { account } = shownSetupTexts();
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return account.noPasskey;
  if (error.name === 'InvalidStateError') return account.hasPasskey;
  return error.name === 'ApiError' || error.name === 'NetworkError' ? null : account.passkeyFailed;
}
