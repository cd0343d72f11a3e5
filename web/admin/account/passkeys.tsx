// The passkeys of the signed-in admin: create and remove.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { shownSetupTexts, useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { accountKeys, adminsQuery, passkeysQuery } from './account-queries.ts';
import { BackupCodesDialog } from './backup-codes.tsx';
import { browserName } from './browser-name.ts';

export function Passkeys() {
  const { account } = useSetupTexts();
  const { api, session } = useAdmin();
  const queries = useQueryClient();
  const nowMs = useNow();
  const passkeys = useQuery(passkeysQuery(api));
  const [adds, setAdds] = useState(false);
  const [removes, setRemoves] = useState<{ id: string; name: string } | null>(null);
  const isOnlyFactor = useFactorCount() === 1;
  const remove = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/passkeys/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: accountKeys.passkeys });
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
          text={[account.removePasskeyHelp, ...(isOnlyFactor ? [account.lastFactorHelp] : [])].join(' ')}
          act={account.remove}
          mutation={remove}
          onAct={() => remove.mutate(removes.id)}
          onClose={() => setRemoves(null)}
        />
      ) : null}
    </div>
  );
}

/** The app and the passkeys of the signed-in admin; null while they load. */
export function useFactorCount(): number | null {
  const { api } = useAdmin();
  const { lacksSecondFactor } = useSessionState();
  const passkeys = useQuery(passkeysQuery(api));
  const admins = useQuery({ ...adminsQuery(api), enabled: !lacksSecondFactor });
  const you = admins.data?.find(({ is_you }) => is_you);
  return passkeys.data && you ? passkeys.data.length + Number(you.second_factor) : null;
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { signIn } = useTexts();
  const { account } = useSetupTexts();
  const { api, session } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const add = useMutation({
    mutationFn: async (as: string) => {
      const optionsJSON = await api.call('POST /api/admin/passkeys/options', {});
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON });
      return api.call('POST /api/admin/passkeys', { body: { name: as, response } });
    },
    onSuccess: ({ backupCodes = [] }) => {
      void queries.invalidateQueries({ queryKey: accountKeys.passkeys });
      toast({ title: account.passkeyAdded, tone: 'success' });
      if (backupCodes.length === 0) close();
    },
  });
  if (add.data?.backupCodes?.length) return <BackupCodesDialog codes={add.data.backupCodes} onClose={close} />;

  // Not before the codes are saved: the set-up page ends with the first factor.
  function close(): void {
    onClose();
    if (add.data) void session.verify();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!add.isPending && name.trim() !== '') add.mutate(name);
  }

  return (
    <Dialog title={account.addPasskey} onClose={onClose} busy={add.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <p>{account.passkeyHelp}</p>
        <Field
          label={account.name}
          name="passkey-name"
          maxLength={60}
          value={name}
          help={account.nameHelp}
          onChange={(event) => setName(event.target.value)}
        />
        <Refusal>{add.isError ? (whyNot(add.error) ?? failureOf(add)) : null}</Refusal>
        <DialogEnd waiting={add.isPending} incomplete={name.trim() === ''} onCancel={onClose}>
          {signIn.continue}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** The message for an error of the browser's WebAuthn call; null for an error of the store. */
function whyNot(error: Error): string | null {
  const { account } = shownSetupTexts();
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return account.noPasskey;
  if (error.name === 'InvalidStateError') return account.hasPasskey;
  return error.name === 'ApiError' || error.name === 'NetworkError' ? null : account.passkeyFailed;
}
