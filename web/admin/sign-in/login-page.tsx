// The sign-in page of the admin. `session.ts` performs the sign-in.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location';
import { cleanAddress } from '../../../contract/email-address.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { EmailField } from '../email-field.tsx';
import { LanguageChoice } from '../navigation/language-choice.tsx';
import { loadWithSetupTexts, pageOnDemand } from '../page-on-demand.tsx';
import { dashboardPath, loginPath, tabOf } from '../paths.ts';
import { SandboxNotice } from '../sandbox-notice.tsx';
import { usePageTitle } from '../shell.tsx';
import { Label } from '../texts/label.tsx';
import { shownTexts, useTexts } from '../texts/shown-texts.ts';

export const successScreenMs = 2_000;
const InvitePage = pageOnDemand(() => loadWithSetupTexts(() => import('./invite-page.tsx')));

/** The result of a sign-in. Only the last one is shown. */
const noticeId = 'sign-in';

export function LoginPage() {
  const texts = useTexts().signIn;
  usePageTitle(texts.title);
  const { session } = useAdmin();
  const { phase, login } = useSessionState();
  const [{ cameFrom, goesOn, isOver }] = useState(useArrival());
  const succeeded = login.at === 'success';
  const [, invitation] = /^#invite=(.+)$/.exec(useLocationProperty(() => window.location.hash)) ?? [];

  useEffect(() => {
    if (!succeeded) return;
    // A requested page opens immediately, without the delay before the dashboard.
    if (goesOn) return session.finishLogin();
    const timer = setTimeout(session.finishLogin, successScreenMs);
    return () => clearTimeout(timer);
  }, [session, succeeded, goesOn]);

  // Before the dashboard opens, so that the used link does not stay in the address.
  useEffect(() => {
    if (succeeded) window.history.replaceState(window.history.state, '', loginPath);
  }, [succeeded]);

  if (phase === 'active' && !succeeded && invitation === undefined) return <Redirect to={cameFrom} replace />;
  return (
    <div className="flex min-h-dvh flex-col">
      <SandboxNotice />
      <main className="mx-auto grid w-full max-w-sm flex-1 content-center gap-6 px-5 py-10">
        {succeeded ? <Success /> : null}
        {succeeded || invitation === undefined ? null : <InvitePage key={invitation} token={invitation} />}
        {succeeded || invitation !== undefined ? null : (
          <LoginCard unreachable={phase === 'unreachable'} isOver={isOver} />
        )}
        <a
          href="/"
          className="flex items-center justify-center gap-1.5 text-sm font-semibold text-muted hover:text-ink hover:underline"
        >
          <Icon name="arrowLeft" />
          <span>{texts.backToSite}</span>
        </a>
        <LanguageChoice />
      </main>
    </div>
  );
}

function Success() {
  const { done, opening } = useTexts().signIn;
  return (
    <section role="status" className="rounded-card border border-hairline bg-surface p-8 text-center">
      <span className="mx-auto mb-4 grid size-12 place-items-center rounded-full bg-green-soft text-green-ink">
        <Icon name="check" className="size-6" />
      </span>
      <h1 className="text-xl font-semibold">{done}</h1>
      <p className="mt-2 text-sm text-muted">{opening}</p>
    </section>
  );
}

function LoginCard({ unreachable, isOver }: { unreachable: boolean; isOver: boolean }) {
  const { session, store } = useAdmin();
  const { login } = useSessionState();
  const texts = useTexts().signIn;
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  // While a code is verified, its form stays.
  const [codeForm, setCodeForm] = useState<'code' | 'backup' | null>(null);

  const signIn = (code?: string) => showResult(session.login(cleanAddress(email), password, code));

  async function showResult(signingIn: Promise<boolean>): Promise<void> {
    const signedIn = await signingIn;
    const after = session.state().login;
    setCodeForm((shown) => (after.at === 'code' ? (shown ?? 'code') : null));
    if (signedIn) {
      toast({ id: noticeId, title: <Label of={shownTexts().signIn.doneNotice} />, tone: 'success' });
    } else if ('message' in after && after.message !== null) {
      const title = <Label of={shownTexts().signIn.failedNotice} />;
      toast({ id: noticeId, title, description: <Label of={after.message} />, tone: 'error' });
    }
  }

  function startOver(): void {
    session.restartLogin();
    setCodeForm(null);
    setPassword('');
  }

  return (
    <section className="rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <Mark className="mb-4 size-8" />
      <h1 className="text-xl font-semibold">{texts.heading}</h1>
      <p className="mt-1 text-sm text-muted" translate="no">
        {store.name}
      </p>
      {unreachable ? (
        <p role="status" className="mt-3 rounded-card bg-yellow-soft p-3 text-sm text-yellow-ink">
          {texts.unreachable}
        </p>
      ) : null}
      {isOver && !unreachable ? (
        <p role="status" className="mt-3 rounded-card bg-sunken p-3 text-sm">
          {texts.isOver}
        </p>
      ) : null}
      {codeForm ? (
        <CodeForm
          isBackup={codeForm === 'backup'}
          running={login.at === 'authenticating'}
          onCode={signIn}
          onBack={startOver}
        />
      ) : (
        <>
          <LoginForm
            email={email}
            password={password}
            setEmail={setEmail}
            setPassword={setPassword}
            onSubmit={() => signIn()}
          />
          {knowsPasskeys() ? (
            <Button
              variant="quiet"
              wide
              className="mt-3"
              icon={<Icon name="key" />}
              disabled={login.at === 'authenticating'}
              onClick={() => void showResult(session.passkeyLogin())}
            >
              {texts.usePasskey}
            </Button>
          ) : null}
          {login.at === 'failed' && login.mayUseBackupCode ? (
            <Button variant="quiet" wide className="mt-1" onClick={() => setCodeForm('backup')}>
              {texts.confirmOther.backup_code}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

type LoginFormProps = {
  email: string;
  password: string;
  setEmail: (email: string) => void;
  setPassword: (password: string) => void;
  onSubmit: () => Promise<void>;
};

function LoginForm({ email, password, setEmail, setPassword, onSubmit }: LoginFormProps) {
  const { login } = useSessionState();
  const texts = useTexts().signIn;
  const running = login.at === 'authenticating';
  const blank = email.trim() === '' || password.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!running && !blank) void onSubmit();
  }

  return (
    <form onSubmit={submit} className="mt-5 grid gap-4">
      <EmailField label={texts.email} name="email" autoComplete="username" value={email} onEmail={setEmail} />
      <Field
        label={texts.password}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {login.at === 'failed' ? (
        <p role="alert" className="rounded-card bg-red-soft p-3 text-sm text-red-ink">
          <Label of={login.message} />
        </p>
      ) : null}
      <Button type="submit" variant="primary" wide disabled={running || blank} waiting={running}>
        {running ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}

type CodeFormProps = {
  isBackup: boolean;
  running: boolean;
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

/** After the right password. `isBackup`: only a backup code stands in for the passkey. */
function CodeForm({ isBackup, running, onCode, onBack }: CodeFormProps) {
  const { login } = useSessionState();
  const texts = useTexts().signIn;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (running || code.trim() === '') return;
    void onCode(code.trim());
    setCode('');
  }

  return (
    <form onSubmit={submit} className="mt-5 grid gap-4">
      <Field
        ref={field}
        label={isBackup ? texts.backupCode : texts.code}
        name="code"
        autoComplete={isBackup ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={login.at === 'code' && login.message ? <Label of={login.message} /> : null}
        help={isBackup ? texts.backupCodeHelp : texts.codeHelp}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" wide disabled={running || code.trim() === ''} waiting={running}>
        {running ? texts.submitting : texts.continue}
      </Button>
      <Button variant="quiet" wide disabled={running} onClick={onBack}>
        {texts.startOver}
      </Button>
    </form>
  );
}

type Arrival = {
  cameFrom: string;
  /** True when another page than the overview was requested. */
  goesOn: boolean;
  isOver: boolean;
};

/** Where the gate turned somebody away: a sign-in goes on there. Never taken from the address. */
function useArrival(): Arrival {
  const state: unknown = useHistoryState();
  const fields: Partial<Record<keyof Arrival, unknown>> = typeof state === 'object' && state !== null ? state : {};
  const isKnown = typeof fields.cameFrom === 'string' && fields.cameFrom.startsWith(dashboardPath);
  const cameFrom = isKnown ? String(fields.cameFrom) : dashboardPath;
  return { cameFrom, goesOn: !isOverview(cameFrom), isOver: fields.isOver === true };
}

function isOverview(to: string): boolean {
  const [path = '', search = ''] = to.split('?');
  return path.replace(/\/$/, '') === dashboardPath && tabOf(search) === 'overview';
}

function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
