// Push messages to this browser: turn them on, test them, turn them off, and what to do where they are not possible.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { browserName } from '../account/browser-name.ts';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts, useTextSet, useTexts } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import { deviceSupport, rememberedDevice, turnOff, turnOn } from './device.ts';

const queryKey = ['push-devices'] as const;

export function ThisDeviceSection() {
  const { settingsSections } = useTexts();
  return (
    <Panel title={settingsSections['this-device']}>
      <ThisDevice />
    </Panel>
  );
}

/** Also in the account menu. */
export function ThisDevice() {
  const { thisDevice: texts } = useSetupTexts();
  const { api } = useAdmin();
  const support = deviceSupport();
  const devices = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call('GET /api/admin/push-devices', {}, { signal })).devices,
  });
  const own = devices.data?.find(({ id }) => id === rememberedDevice()?.id);
  return (
    <div className="grid gap-3 py-1 text-sm">
      <p className="max-w-prose text-muted">{texts.help}</p>
      {support === 'needsInstall' ? <InstallSteps /> : null}
      {support === 'unsupported' || support === 'blocked' ? <p role="status">{texts[support]}</p> : null}
      {support === 'supported' && devices.isPending ? <Skeleton className="h-9 w-full" /> : null}
      {support === 'supported' && devices.isError ? (
        <LoadFailure title={texts.failed} error={devices.error} onRetry={() => void devices.refetch()} />
      ) : null}
      {support === 'supported' && devices.data ? own ? <TurnedOn {...own} /> : <TurnedOff /> : null}
    </div>
  );
}

function InstallSteps() {
  const { thisDevice: texts } = useSetupTexts();
  return (
    <>
      <p>{texts.needsInstall}</p>
      <ol className="list-decimal pl-5">
        {texts.installSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

function TurnedOff() {
  const { thisDevice: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const language = setLanguages[useTextSet()];
  const start = useMutation({
    mutationFn: () => turnOn(api, { name: browserName(navigator.userAgent), language }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const isRefused = start.data === false;
  const refusal = deviceSupport() === 'blocked' ? texts.blocked : texts.refused;
  return (
    <>
      <div>
        <Button size="sm" variant="primary" waiting={start.isPending} onClick={() => start.mutate()}>
          {texts.turnOn}
        </Button>
      </div>
      <Refusal>
        {isRefused ? refusal : start.isError ? (browserFailure(start.error, texts) ?? failureOf(start)) : null}
      </Refusal>
    </>
  );
}

function TurnedOn({ id, name, state }: { id: string; name: string; state: 'ok' | 'failing' | 'off' }) {
  const { thisDevice: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey });
  const test = useMutation({
    mutationFn: () => api.call('POST /api/admin/push-devices/{id}/test', { params: { id } }),
    onSettled: renew,
  });
  const end = useMutation({ mutationFn: () => turnOff(api), onSettled: renew });
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="font-semibold">{name}</bdi>
        <Badge tone={state === 'ok' ? 'green' : state === 'failing' ? 'red' : 'grey'}>{texts.states[state]}</Badge>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" waiting={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
        <Button size="sm" waiting={end.isPending} onClick={() => end.mutate()}>
          {texts.turnOff}
        </Button>
      </div>
      {test.data ? (
        <p role="status">
          <span>{`${test.data.arrived ? texts.tested : texts.notTested} `}</span>
          <ServerText of={test.data.answer_coded}>{test.data.answer}</ServerText>
        </p>
      ) : null}
      <Refusal>{test.isError ? queryFailure(test.error) : null}</Refusal>
      <p className="max-w-prose text-muted">{texts.signOut}</p>
    </>
  );
}

/** The message for an error of the browser; null for an error of the store. */
function browserFailure(error: Error, texts: { pushFailed: string }): string | null {
  return error.name === 'ApiError' || error.name === 'NetworkError' ? null : texts.pushFailed;
}
