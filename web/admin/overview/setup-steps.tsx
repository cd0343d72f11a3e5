// The steps from an empty store to its first order, on Home until they are done or put away.
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor, EndpointName } from '../../../contract/index.ts';
import type { SetupStep } from '../../../contract/launch.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton, lookOf } from '../../ui/link-button.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { useAct } from '../kit/use-act.ts';
import { settingsCalls } from '../live-calls.ts';
import { tabPath } from '../paths.ts';
import { sectionPath } from '../settings/sections.ts';
import type { StepTexts } from '../texts/en.ts';
import { ServerText } from '../texts/label.tsx';
import { useTextSet } from '../texts/shown-texts.ts';
import { loadStepTexts } from '../texts/text-sets.ts';

type Setup = AnswerFor<'GET /api/admin/setup'>;
type Step = Setup['steps'][number];

const mailPath = sectionPath('smtp');
const backupPath = sectionPath('backup-folder');

/** `call`: of the admins who can do the step; null: each admin. `path`: null for the step outside of the admin. */
const places: Record<SetupStep, { path: string | null; call: EndpointName | null; minutes: number }> = {
  store: { path: sectionPath('store'), call: 'saveStoreSettings', minutes: 1 },
  prices: { path: sectionPath('prices'), call: 'saveStoreSettings', minutes: 3 },
  texts: { path: sectionPath('legal'), call: 'saveStoreSettings', minutes: 15 },
  gateway: { path: sectionPath('payment-methods'), call: 'savePaymentMethodKeys', minutes: 10 },
  provider: { path: tabPath('api'), call: 'saveProviderSettings', minutes: 5 },
  mail: { path: mailPath, call: 'saveSmtp', minutes: 3 },
  notifications: { path: sectionPath('notifications'), call: 'addNotificationChannel', minutes: 1 },
  second_factor: { path: sectionPath('sign-in'), call: null, minutes: 1 },
  backup: { path: backupPath, call: 'saveBackupFolder', minutes: 1 },
  launch: { path: sectionPath('launch'), call: 'attestLaunch', minutes: 3 },
  purchase: { path: null, call: 'saveStoreSettings', minutes: 2 },
};

export default function SetupSteps({ setup }: { setup: Setup }) {
  const texts = useStepTexts();
  return texts ? <Steps setup={setup} texts={texts} /> : null;
}

/** Null until they are loaded. */
function useStepTexts(): StepTexts | null {
  const set = useTextSet();
  const [texts, setTexts] = useState<StepTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadStepTexts(set).then((loaded) => isCurrent && setTexts(loaded));
    return () => {
      isCurrent = false;
    };
  }, [set]);
  return texts;
}

function Steps({ setup, texts }: { setup: Setup; texts: StepTexts }) {
  const isAllowed = useAllowed();
  const steps = setup.steps.filter(({ id }) => {
    const { call } = places[id];
    return call === null || isAllowed(call);
  });
  const left = steps.filter(({ done }) => !done);
  const putAway = useAct('PUT /api/admin/setup', {
    answers: 'GET /api/admin/setup',
    renews: settingsCalls,
    done: { title: texts.isPutAway, description: texts.bringBack },
    failed: texts.notPutAway,
  });
  if (left.length === 0) return null;
  const groups = [steps.filter(({ required }) => required), steps.filter(({ required }) => !required)];
  const next = groups.flat().find(({ done, after }) => !done && after === null);
  const minutes = left.reduce((sum, { id }) => sum + places[id].minutes, 0);
  return (
    <section aria-labelledby="setup-steps" className="mb-5 rounded-card border border-hairline bg-surface">
      <div className="flex items-start justify-between gap-x-4 px-4 pt-4 sm:px-5">
        <div className="min-w-0">
          <h2 id="setup-steps" className="text-base font-semibold">
            {texts.title}
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {`${texts.progress(steps.length - left.length, steps.length)}. ${texts.left(minutes)}.`}
          </p>
        </div>
        <Allowed call="showSetup">
          <Button
            size="sm"
            variant="quiet"
            className="shrink-0"
            waiting={putAway.isPending}
            onClick={() => putAway.run({ body: { shown: false } })}
          >
            {texts.putAway}
          </Button>
        </Allowed>
      </div>
      {groups.map((group) =>
        group.length > 0 ? (
          <div key={String(group[0]?.required)} className="px-4 pt-3 pb-1 sm:px-5">
            <h3 className="text-xs font-semibold text-muted">{group[0]?.required ? texts.required : texts.advised}</h3>
            <ul className="divide-y divide-hairline text-sm">
              {group.map((step) => (
                <StepLine texts={texts} key={step.id} step={step} mode={setup.mode} isNext={step === next} />
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </section>
  );
}

type StepLineProps = { step: Step; texts: StepTexts; mode: Setup['mode']; isNext: boolean };

function StepLine({ step, texts, mode, isNext }: StepLineProps) {
  const { id, done, after, check } = step;
  const isSandboxPurchase = id === 'purchase' && mode === 'sandbox';
  const { title, help, needs, act } = { ...texts.steps[id], ...(isSandboxPurchase ? texts.sandboxPurchase : {}) };
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-2.5 sm:grid-cols-[1.25rem_minmax(0,1fr)_13rem_12rem]">
      <Icon
        name={done ? 'check' : 'clock'}
        className={classNames('size-4', done ? 'text-green' : 'mt-0.5 self-start text-muted')}
      />
      <div className={classNames('min-w-0', !done && 'self-start max-sm:col-span-2')}>
        <p className={done ? 'text-muted' : 'font-semibold'}>
          {done ? <span className="sr-only">{`${texts.done} `}</span> : null}
          <span>{title}</span>
        </p>
        {done ? null : (
          <p className="wrap-anywhere text-muted">{check ? <ServerText of={check}>{check.title}</ServerText> : help}</p>
        )}
      </div>
      {done ? null : (
        <p className="self-start text-muted max-sm:col-span-2 max-sm:col-start-2">
          <span className="sm:block sm:font-medium sm:text-ink">{texts.takes(places[id].minutes)}</span>
          <span className="sm:hidden">. </span>
          <span>{after === null ? needs : texts.first(texts.steps[after].title)}</span>
        </p>
      )}
      <div
        className={classNames(
          'justify-self-end',
          done ? 'sm:col-start-4' : 'max-sm:col-span-2 max-sm:col-start-2 max-sm:justify-self-start',
        )}
      >
        {after === null ? (
          <StepAct id={id} label={done ? texts.edit : act} done={done} isNext={isNext} title={title} />
        ) : null}
      </div>
    </li>
  );
}

type StepActProps = { id: SetupStep; label: string; title: string; done: boolean; isNext: boolean };

function StepAct({ id, label, title, done, isNext }: StepActProps) {
  const { path } = places[id];
  // Nothing is edited there.
  if (done && ['launch', 'purchase'].includes(id)) return null;
  const variant = done ? 'quiet' : isNext ? 'primary' : 'plain';
  // It is made in the store, beside this page.
  if (path === null) {
    return (
      <LinkButton size="sm" variant={variant} href="/" target="_blank" rel="noopener">
        {label}
      </LinkButton>
    );
  }
  return (
    <Link href={path} aria-label={done ? `${label}: ${title}` : undefined} className={lookOf({ size: 'sm', variant })}>
      {label}
    </Link>
  );
}
