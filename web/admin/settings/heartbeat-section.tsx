// The heartbeat: the URL that the store calls regularly, and its last response.
import type { FormEvent } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { heartbeatMinutes } from '../../../contract/system-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useKeptState } from '../kept-state.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { type ReadCall, useApi } from '../kit/use-api.ts';
import { Refusal } from '../refusal.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { readInteger } from '../typed-amounts.ts';
import { SettingsPanel } from './settings-panel.tsx';

type Heartbeat = AnswerFor<'GET /api/admin/heartbeat'>['heartbeat'];
const renews: readonly ReadCall[] = ['GET /api/admin/heartbeat'];
/** The first response arrives some seconds after it was saved. */
const refetchMs = 5_000;
const { least, first, most } = heartbeatMinutes;

export function HeartbeatSection() {
  const { monitoring: texts } = useSetupTexts();
  const query = useApi('GET /api/admin/heartbeat', {}, { refetchInterval: refetchMs });
  return (
    <SettingsPanel id="heartbeat" help={texts.heartbeatHelp}>
      <Loaded query={query} failed={texts.failed} skeleton="h-9 w-full">
        {({ heartbeat }) => <HeartbeatForm key={heartbeat?.interval_minutes ?? 'none'} heartbeat={heartbeat} />}
      </Loaded>
    </SettingsPanel>
  );
}

function HeartbeatForm({ heartbeat }: { heartbeat: Heartbeat }) {
  const { monitoring: texts } = useSetupTexts();
  const [url, setUrl] = useKeptState('heartbeat', '');
  const [minutes, setMinutes] = useKeptState('heartbeat minutes', String(heartbeat?.interval_minutes ?? first));
  const wanted = { interval_minutes: readInteger(minutes), ...(url.trim() === '' ? {} : { url: url.trim() }) };
  const save = useAct('PUT /api/admin/heartbeat', {
    renews,
    onDone: () => setUrl(''),
    done: { title: texts.saved, description: texts.savedHelp },
  });
  const remove = useAct('DELETE /api/admin/heartbeat', { renews, done: { title: texts.isOff } });
  const isAboutUrl = save.failedField === 'url';
  const isWhole = readInteger(minutes) >= least && readInteger(minutes) <= most;
  const isUnchanged = url.trim() === '' && (heartbeat === null || heartbeat.interval_minutes === readInteger(minutes));

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.run({ body: wanted });
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
        error={isAboutUrl ? save.failure : null}
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
      <Refusal>{isAboutUrl ? remove.failure : (save.failure ?? remove.failure)}</Refusal>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" waiting={save.isPending} disabled={isUnchanged || !isWhole}>
          {texts.save}
        </Button>
        {heartbeat ? (
          <Button size="sm" variant="quiet" waiting={remove.isPending} onClick={() => remove.run({})}>
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
