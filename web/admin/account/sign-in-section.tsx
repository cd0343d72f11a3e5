// How the signed-in admin signs in: password, two-factor authentication and active sessions.
import { useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { BackupCodes } from './backup-codes.tsx';
import { browserName } from './browser-name.ts';
import { Passkeys, useFactorCount } from './passkeys.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

type ListedSession = AnswerFor<'GET /api/admin/sessions'>[number];

export function SignInSection() {
  const { account } = useSetupTexts();
  const { session } = useAdmin();
  const { user } = useSessionState();
  const [dialog, setDialog] = useState<'password' | 'app' | null>(null);
  // Refetch on close only: an earlier refetch would unmount the dialog before the admin saves the backup codes.
  const close = () => {
    setDialog(null);
    if (dialog === 'app') void session.verify();
  };
  return (
    <Panel title={account.title}>
      <div className="grid divide-y divide-hairline">
        <div className="flex flex-wrap items-center justify-between gap-3 py-3">
          <div className="min-w-0 text-sm">
            <p className="font-semibold">{account.password}</p>
            <p className="truncate text-muted">{account.forEmail(user?.email ?? '')}</p>
          </div>
          <Button size="sm" onClick={() => setDialog('password')}>
            {account.changePassword}
          </Button>
        </div>
        <SecondFactor onStart={() => setDialog('app')} />
        <Passkeys />
        <BackupCodes />
        <Sessions />
      </div>
      {dialog === 'password' ? <PasswordDialog onClose={close} /> : null}
      {dialog === 'app' ? <SecondFactorDialog onClose={close} /> : null}
    </Panel>
  );
}

function SecondFactor({ onStart }: { onStart: () => void }) {
  const { account } = useSetupTexts();
  const { session } = useAdmin();
  const { lacksSecondFactor } = useSessionState();
  const isOnlyFactor = useFactorCount() === 1;
  const [isAsked, setAsked] = useState(false);
  const admins = useApi('GET /api/admin/admins', {}, { enabled: !lacksSecondFactor });
  const isOn = lacksSecondFactor ? false : admins.data?.find(({ is_you }) => is_you)?.second_factor;
  const remove = useAct('DELETE /api/admin/second-factor', {
    renews: ['GET /api/admin/admins'],
    onDone: () => {
      void session.verify();
      setAsked(false);
    },
    done: { title: account.appOff },
  });
  return (
    <div className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-sm">
          <p className="font-semibold">
            <span>{`${account.app} `}</span>
            {isOn === undefined ? null : (
              <Badge tone={isOn ? 'green' : 'grey'}>{isOn ? account.on : account.off}</Badge>
            )}
          </p>
          <p className="text-muted">{account.appHelp}</p>
        </div>
        {isOn ? (
          <Button size="sm" onClick={() => setAsked(true)}>
            {account.switchOff}
          </Button>
        ) : (
          <Button size="sm" disabled={isOn === undefined} onClick={onStart}>
            {account.switchOn}
          </Button>
        )}
      </div>
      {isAsked ? (
        <ConfirmDialog
          title={account.appOffTitle}
          act={remove}
          label={account.switchOff}
          onConfirm={() => remove.run({})}
          onClose={() => setAsked(false)}
        >
          {[account.appOffHelp, ...(isOnlyFactor ? [account.lastFactorHelp] : [])].join(' ')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function Sessions() {
  const { account } = useSetupTexts();
  const nowMs = useNow();
  const sessions = useApi('GET /api/admin/sessions', {});
  const end = useAct('DELETE /api/admin/sessions/{id}', { renews: ['GET /api/admin/sessions'] });
  const endOthers = useAct('DELETE /api/admin/sessions', { renews: ['GET /api/admin/sessions'] });
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-semibold">{account.sessions}</p>
        {sessions.data && sessions.data.length > 1 ? (
          <RunButton act={endOthers} onClick={() => endOthers.run({})}>
            {account.endOthers}
          </RunButton>
        ) : null}
      </div>
      <Loaded query={sessions} failed={account.sessionsFailed} skeleton="h-10 w-full">
        {(listed) => (
          <>
            <Refusal>{end.failure ?? endOthers.failure}</Refusal>
            <ul className="divide-y divide-hairline">
              {listed.map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  nowMs={nowMs}
                  ending={end.isPending && end.input?.params.id === session.id}
                  onEnd={() => end.run({ params: { id: session.id } })}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  );
}

type SessionProps = { session: ListedSession; nowMs: number; ending: boolean; onEnd: () => void };

function Session({ session, nowMs, ending, onEnd }: SessionProps) {
  const { account } = useSetupTexts();
  const { ip, user_agent, login_at, is_this } = session;
  return (
    <li className="flex items-center justify-between gap-3 py-2 text-sm">
      <p className="min-w-0">
        <span className="block font-medium" title={user_agent}>
          <span>{`${browserName(user_agent)} `}</span>
          {is_this ? <Badge tone="blue">{account.thisBrowser}</Badge> : null}
        </span>
        <span className="text-muted">
          <span>{`${account.since(ip)} `}</span>
          <RelativeTime at={login_at} nowMs={nowMs} />
        </span>
      </p>
      {is_this ? null : (
        <Button size="sm" waiting={ending} disabled={ending} onClick={onEnd}>
          {account.signOut}
        </Button>
      )}
    </li>
  );
}
