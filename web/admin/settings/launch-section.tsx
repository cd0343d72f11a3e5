// The launch of a live store: open tasks, the operator's attestation, and who opened the store.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type LaunchStatementId, launchQuestions, longestLaunchAnswer } from '../../../contract/launch.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { Tick } from './inputs.tsx';
import { type LaunchAnswer, launchQuery, settingsKeys } from './settings-queries.ts';
import { Allowed } from '../allowed.tsx';

export function LaunchSection() {
  const { api } = useAdmin();
  const launch = useQuery(launchQuery(api));
  return (
    <Panel title="Launch">
      {launch.isPending ? <Skeleton className="my-2 h-24 w-full" /> : null}
      {launch.isError ? (
        <LoadFailure title="Failed to load the checklist" error={launch.error} onRetry={() => void launch.refetch()} />
      ) : null}
      {launch.data ? <State launch={launch.data} /> : null}
    </Panel>
  );
}

function State({ launch }: { launch: LaunchAnswer }) {
  const { mode, open, attestation, checks } = launch;
  return (
    <div className="grid gap-4 py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <Badge tone={open ? 'green' : 'yellow'}>{open ? 'Open' : 'Not open yet'}</Badge>
        {mode === 'sandbox' ? (
          <p>
            Sandbox mode: orders are taken, no money moves. This is what a live store of these settings still needs.
          </p>
        ) : null}
        {mode === 'live' && !open ? <p>Visitors who try to order see: The store is not open yet.</p> : null}
      </div>
      <ul className="grid gap-2 text-sm">
        {checks.map(({ id, title, done, required }) => (
          <li key={id} className="flex items-start gap-2.5">
            <Icon
              name={done ? 'check' : required ? 'warning' : 'info'}
              className={classNames('mt-0.5', done ? 'text-green' : required ? 'text-yellow' : 'text-muted')}
            />
            <span className={done ? 'text-muted' : undefined}>
              <span className="sr-only">{done ? 'Done: ' : required ? 'Required: ' : 'Advised: '}</span>
              {title}
              {done || required ? null : <span className="text-muted"> Advised, not required.</span>}
            </span>
          </li>
        ))}
      </ul>
      {attestation ? (
        <Facts>
          <Fact name="Opened by">{attestation.attested_by}</Fact>
          <Fact name="On">{formatDate(attestation.attested_at)}</Fact>
          <Fact name="Delivery">{attestation.delivery}</Fact>
          <Fact name="Figures">{attestation.figures}</Fact>
        </Facts>
      ) : null}
      {mode === 'live' && !open ? (
        <Allowed call="attestLaunch">
          <Attestation launch={launch} />
        </Allowed>
      ) : null}
    </div>
  );
}

function Attestation({ launch }: { launch: LaunchAnswer }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [stated, setStated] = useState<readonly LaunchStatementId[]>([]);
  const [answers, setAnswers] = useState({ delivery: '', figures: '' });
  const attest = useMutation({
    mutationFn: () => api.call('POST /api/admin/launch/attestation', { body: { statements: [...stated], ...answers } }),
    onSuccess: (now) => {
      queries.setQueryData(settingsKeys.launch, now);
      toast({ title: 'The store is open', tone: 'success' });
    },
  });
  const isReady = launch.checks.every(({ done, required }) => done || !required);
  const isComplete =
    stated.length === launch.statements.length && Object.values(answers).every((answer) => answer.trim() !== '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && isComplete && !attest.isPending) attest.mutate();
  }

  return (
    <form onSubmit={submit} className="grid gap-4 border-t border-hairline pt-4">
      <fieldset className="grid gap-2.5">
        <legend className="pb-2 text-sm font-semibold">I state, under my name and on record:</legend>
        {launch.statements.map(({ id, title }) => (
          <Tick
            key={id}
            checked={stated.includes(id)}
            onChange={(checked) => setStated(checked ? [...stated, id] : stated.filter((one) => one !== id))}
          >
            {title}
          </Tick>
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['delivery', 'figures'] as const).map((name) => (
          <div key={name}>
            <label htmlFor={`launch-${name}`} className="mb-1.5 block text-sm font-semibold">
              {launchQuestions[name]}
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
      <Refusal>{failureOf(attest)}</Refusal>
      <div>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          waiting={attest.isPending}
          disabled={!isReady || !isComplete || attest.isPending}
        >
          Open the store
        </Button>
        {isReady ? null : <p className="mt-2 text-sm text-muted">What is required above comes first.</p>}
      </div>
    </form>
  );
}
