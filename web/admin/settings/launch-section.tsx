// The launch of a live store: open tasks, the operator's attestation, and who opened the store.
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { type LaunchStatementId, longestLaunchAnswer } from '../../../contract/launch.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { Allowed } from '../allowed.tsx';
import { useKeptState } from '../kept-state.ts';
import { Loaded } from '../kit/loaded.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Fact, Facts } from '../panel.tsx';
import { systemPath, tabPath } from '../paths.ts';
import { Refusal } from '../refusal.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Tick } from './inputs.tsx';
import { sectionPath } from './sections.ts';
import { SettingsPanel } from './settings-panel.tsx';

type LaunchAnswer = AnswerFor<'GET /api/admin/launch'>;

/** Where a check is settled. */
const places: Partial<Record<string, string>> = {
  support_email: sectionPath('store'),
  provider: tabPath('api'),
  services: tabPath('api'),
  claims: sectionPath('claims'),
  business: sectionPath('business'),
  legal: sectionPath('legal'),
  first_password: sectionPath('sign-in'),
  mail: sectionPath('smtp'),
  node: systemPath,
};

export function LaunchSection() {
  const { launch: texts } = useSetupTexts();
  const query = useApi('GET /api/admin/launch', {});
  return (
    <SettingsPanel id="launch">
      <Loaded query={query} failed={texts.failed} skeleton="my-2 h-24 w-full">
        {(launch) => <State launch={launch} />}
      </Loaded>
    </SettingsPanel>
  );
}

function State({ launch }: { launch: LaunchAnswer }) {
  const { launch: texts } = useSetupTexts();
  const { mode, open, attestation, checks } = launch;
  return (
    <div className="grid gap-4 py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <Badge tone={open ? 'green' : 'yellow'}>{open ? texts.isOpen : texts.isNotOpen}</Badge>
        {mode === 'sandbox' ? <p>{texts.sandbox}</p> : null}
        {mode === 'live' && !open ? <p>{texts.closed}</p> : null}
      </div>
      <ul className="grid gap-2 text-sm">
        {checks.map(({ id, title, done, required, ...message }) => (
          <li key={id} className="flex items-start gap-2.5">
            <Icon
              name={done ? 'check' : required ? 'warning' : 'info'}
              className={classNames('mt-0.5', done ? 'text-green' : required ? 'text-yellow' : 'text-muted')}
            />
            <span className={done ? 'text-muted' : undefined}>
              <span className="sr-only">{`${done ? texts.done : required ? texts.required : texts.advised} `}</span>
              <Task to={done ? undefined : places[id]}>
                <ServerText of={message}>{title}</ServerText>
              </Task>
              {done || required ? null : <span className="text-muted">{` ${texts.notRequired}`}</span>}
            </span>
          </li>
        ))}
      </ul>
      {attestation ? (
        <Facts>
          <Fact name={texts.openedBy}>{attestation.attested_by}</Fact>
          <Fact name={texts.openedOn}>{formatDate(attestation.attested_at)}</Fact>
          <Fact name={texts.delivery}>{attestation.delivery}</Fact>
          <Fact name={texts.figures}>{attestation.figures}</Fact>
        </Facts>
      ) : null}
      {mode === 'live' && attestation === null ? (
        <Allowed call="attestLaunch">
          <Attestation launch={launch} />
        </Allowed>
      ) : null}
    </div>
  );
}

function Task({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <span>{children}</span>;
  return (
    <Link href={to} className="font-semibold underline underline-offset-4">
      {children}
    </Link>
  );
}

function Attestation({ launch }: { launch: LaunchAnswer }) {
  const { launch: texts } = useSetupTexts();
  const [stated, setStated] = useKeptState<readonly LaunchStatementId[]>('launch statements', []);
  const [answers, setAnswers] = useKeptState('launch answers', { delivery: '', figures: '' });
  const attest = useAct('POST /api/admin/launch/attestation', {
    answers: 'GET /api/admin/launch',
    done: { title: texts.opened },
  });
  const isReady = launch.checks.every(({ done, required }) => done || !required);
  const isComplete =
    stated.length === launch.statements.length && Object.values(answers).every((answer) => answer.trim() !== '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && isComplete) attest.run({ body: { statements: [...stated], ...answers } });
  }

  return (
    <form onSubmit={submit} className="grid gap-4 border-t border-hairline pt-4">
      <fieldset className="grid gap-2.5">
        <legend className="pb-2 text-sm font-semibold">{texts.statements}</legend>
        {launch.statements.map(({ id, title }) => (
          <Tick
            key={id}
            checked={stated.includes(id)}
            onChange={(checked) => setStated(checked ? [...stated, id] : stated.filter((one) => one !== id))}
          >
            <Statement translation={texts.statement(id)} recorded={title} />
          </Tick>
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['delivery', 'figures'] as const).map((name) => (
          <div key={name}>
            <label htmlFor={`launch-${name}`} className="mb-1.5 block text-sm font-semibold">
              {texts.questions[name]}
            </label>
            <textarea
              id={`launch-${name}`}
              rows={3}
              maxLength={longestLaunchAnswer}
              value={answers[name]}
              onChange={({ target }) => setAnswers({ ...answers, [name]: target.value })}
              className={classNames(inputClassName, 'border-edge px-3 py-2 text-sm hover:border-ink')}
            />
          </div>
        ))}
      </div>
      <Refusal>{attest.failure}</Refusal>
      <div>
        <RunButton type="submit" act={attest} variant="primary" disabled={!isReady || !isComplete}>
          {texts.open}
        </RunButton>
        {isReady ? null : <p className="mt-2 text-sm text-muted">{texts.notReady}</p>}
      </div>
    </form>
  );
}

function Statement({ translation, recorded }: { translation: string | null; recorded: string }) {
  if (translation === null) return <span lang="en">{recorded}</span>;
  return (
    <>
      <span>{translation}</span>
      <span lang="en" className="block text-muted">
        {recorded}
      </span>
    </>
  );
}
