// The heartbeat: the URL that the store calls regularly, and its last response.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { heartbeatMinutes } from '../../../contract/system-rules.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { readInteger } from '../typed-amounts.ts';

type Answer = AnswerFor<'GET /api/admin/heartbeat'>;
type Heartbeat = Answer['heartbeat'];
const queryKey = ['heartbeat'] as const;
/** The first response arrives some seconds after it was saved. */
const refetchMs = 5_000;
const { least, first, most } = heartbeatMinutes;

export function HeartbeatSection() {
  const { monitoring: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const { data, error, isPending, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/heartbeat', {}, { signal }),
    refetchInterval: refetchMs,
  });
  return (
    <Panel title={settingsSections.heartbeat}>
      <div className="grid gap-4 py-1 text-sm">
        <p className="max-w-prose text-muted">{texts.heartbeatHelp}</p>
        {isPending ? <Skeleton className="h-9 w-full" /> : null}
        {isError ? <LoadFailure title={texts.failed} error={error} onRetry={() => void refetch()} /> : null}
        {data ? <HeartbeatForm key={data.heartbeat?.interval_minutes ?? 'none'} heartbeat={data.heartbeat} /> : null}
      </div>
    </Panel>
  );
}

function HeartbeatForm({ heartbeat }: { heartbeat: Heartbeat }) {
  const { monitoring: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [url, setUrl] = useState('');
  const [minutes, setMinutes] = useState(String(heartbeat?.interval_minutes ?? first));
  const show = (changed: Answer) => queries.setQueryData(queryKey, changed);
  const wanted = { interval_minutes: readInteger(minutes), ...(url.trim() === '' ? {} : { url: url.trim() }) };
  const save = useMutation({
    mutationFn: () => api.call('PUT /api/admin/heartbeat', { body: wanted }),
    onSuccess: (changed) => {
      show(changed);
      setUrl('');
      toast({ title: texts.saved, description: texts.savedHelp, tone: 'success' });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.call('DELETE /api/admin/heartbeat', {}),
    onSuccess: (changed) => {
      show(changed);
      toast({ title: texts.isOff, tone: 'success' });
    },
  });
  const isAboutUrl = save.error instanceof ApiError && save.error.body.field === 'url';
  const isWhole = readInteger(minutes) >= least && readInteger(minutes) <= most;
  const isUnchanged = url.trim() === '' && (heartbeat === null || heartbeat.interval_minutes === readInteger(minutes));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label={texts.url}
        name="heartbeat-url"
        inputMode="url"
        autoComplete="off"
        maxLength={2_000}
        value={url}
        help={heartbeat ? texts.urlKept(heartbeat.masked_url) : texts.urlHelp}
        error={isAboutUrl ? failureOf(save) : null}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Field
        label={texts.interval}
        name="heartbeat-minutes"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={minutes}
        help={texts.intervalHelp(least, most)}
        onChange={({ target }) => setMinutes(target.value)}
      />
      {heartbeat ? <LastPing heartbeat={heartbeat} /> : null}
      <Refusal>{isAboutUrl ? failureOf(remove) : (failureOf(save) ?? failureOf(remove))}</Refusal>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" waiting={save.isPending} disabled={isUnchanged || !isWhole}>
          {texts.save}
        </Button>
        {heartbeat ? (
          <Button size="sm" variant="quiet" waiting={remove.isPending} onClick={() => remove.mutate()}>
            {texts.off}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function LastPing({ heartbeat }: { heartbeat: NonNullable<Heartbeat> }) {
  const { monitoring: texts } = useSetupTexts();
  const nowMs = useNow();
  const { tried_at, succeeded_at, last_status, problem, problem_coded, failures } = heartbeat;
  if (tried_at === null || (succeeded_at === null && problem === null)) {
    return <p className="text-muted">{texts.waits}</p>;
  }
  return (
    <div role="status" className="grid gap-1 rounded-card border border-hairline px-3 py-2.5">
      <p className="font-semibold">
        <span>{`${problem === null ? texts.accepted(last_status ?? 0) : texts.refused} `}</span>
        <span className="font-normal text-muted">
          <RelativeTime at={tried_at} nowMs={nowMs} />
        </span>
      </p>
      {problem === null ? null : (
        <p className="break-words text-muted">
          <ServerText of={problem_coded}>{problem}</ServerText>
          <span>{` ${texts.failures(failures)}`}</span>
        </p>
      )}
    </div>
  );
}
