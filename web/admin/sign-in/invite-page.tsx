// Where an invited admin chooses a password. The token is in the fragment of the address, which no server receives.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shortestPassword } from '../../../contract/account-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { lookOf } from '../../ui/link-button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAct } from '../kit/use-act.ts';
import { loginPath } from '../paths.ts';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

export default function InvitePage({ token }: { token: string }) {
  const { invitation: texts } = useSetupTexts();
  const { api, store } = useAdmin();
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.call('POST /api/admin/invitations/open', { body: { token } }),
  });
  return (
    <section className="rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <Mark className="mb-4 size-8" />
      <h1 className="text-xl font-semibold">{texts.title}</h1>
      <p className="mt-1 text-sm text-muted" translate="no">
        {store.name}
      </p>
      {error ? (
        <div className="mt-5 grid gap-4">
          <Refusal>{queryFailure(error)}</Refusal>
          {/* A full load: the session of this browser decides what follows. */}
          <a href={loginPath} onClick={leave} className={lookOf({ wide: true })}>
            {texts.toSignIn}
          </a>
        </div>
      ) : null}
      {data ? <PasswordForm token={token} email={data.email} expiresAt={data.expires_at} /> : null}
      {data || error ? null : <Skeleton className="mt-5 h-32 w-full" />}
    </section>
  );
}

/** The address differs in its fragment only, which alone loads nothing. */
function leave(): void {
  window.history.replaceState(null, '', loginPath);
  window.location.reload();
}

function PasswordForm({ token, email, expiresAt }: { token: string; email: string; expiresAt: string }) {
  const { invitation: texts } = useSetupTexts();
  const { session } = useAdmin();
  const [password, setPassword] = useState('');
  const accept = useAct((_api, chosen: string) => session.acceptInvitation(token, chosen));
  const isShort = password.length < shortestPassword;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isShort) accept.run(password);
  }

  return (
    <form onSubmit={submit} className="mt-5 grid gap-4">
      <p className="text-sm">{texts.help(formatDate(expiresAt))}</p>
      <Field label={texts.email} type="email" name="email" autoComplete="username" value={email} readOnly />
      <Field
        label={texts.password}
        type="password"
        name="new-password"
        autoComplete="new-password"
        maxLength={1024}
        value={password}
        help={texts.passwordHelp(shortestPassword)}
        error={accept.failedField === 'password' ? accept.failure : null}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Refusal>{accept.failedField === 'password' ? null : accept.failure}</Refusal>
      <Button type="submit" variant="primary" wide waiting={accept.isPending} disabled={isShort || accept.isPending}>
        {texts.accept}
      </Button>
    </form>
  );
}
