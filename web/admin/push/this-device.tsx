// Push messages to this browser: turn them on, test them, turn them off, and what to do where they are not possible.
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { browserName } from '../account/browser-name.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import { deviceSupport, rememberedDevice, turnOff, turnOn } from './device.ts';

export function ThisDeviceSection() {
  return (
    <SettingsPanel id="this-device">
      <ThisDevice />
    </SettingsPanel>
  );
}

/** Also in the account menu. */
export function ThisDevice() {
  const { thisDevice: texts } = useSetupTexts();
  const support = deviceSupport();
  const devices = useApi('GET /api/admin/push-devices', {});
  const own = devices.data?.devices.find(({ id }) => id === rememberedDevice()?.id);
  return (
    <div className="grid gap-3 py-1 text-sm">
      <p className="max-w-prose text-muted">{texts.help}</p>
      {support === 'needsInstall' ? <InstallSteps /> : null}
      {support === 'unsupported' || support === 'blocked' ? <p role="status">{texts[support]}</p> : null}
      {support === 'supported' ? (
        <Loaded query={devices} failed={texts.failed} skeleton="h-9 w-full">
          {() => (own ? <TurnedOn {...own} /> : <TurnedOff />)}
        </Loaded>
      ) : null}
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
  const language = setLanguages[useTextSet()];
  const start = useAct((api) => turnOn(api, { name: browserName(navigator.userAgent), language }), {
    renews: ['GET /api/admin/push-devices'],
  });
  const isRefused = start.answer === false;
  const refusal = deviceSupport() === 'blocked' ? texts.blocked : texts.refused;
  return (
    <>
      <div>
        <Button size="sm" variant="primary" waiting={start.isPending} onClick={() => start.run({})}>
          {texts.turnOn}
        </Button>
      </div>
      <Refusal>{isRefused ? refusal : ((start.error && browserFailure(start.error, texts)) ?? start.failure)}</Refusal>
    </>
  );
}

function TurnedOn({ id, name, state }: { id: string; name: string; state: 'ok' | 'failing' | 'off' }) {
  const { thisDevice: texts } = useSetupTexts();
  const test = useAct('POST /api/admin/push-devices/{id}/test', { renews: ['GET /api/admin/push-devices'] });
  const end = useAct((api) => turnOff(api), { renews: ['GET /api/admin/push-devices'] });
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="font-semibold">{name}</bdi>
        <Badge tone={state === 'ok' ? 'green' : state === 'failing' ? 'red' : 'grey'}>{texts.states[state]}</Badge>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" waiting={test.isPending} onClick={() => test.run({ params: { id } })}>
          {texts.test}
        </Button>
        <Button size="sm" waiting={end.isPending} onClick={() => end.run({})}>
          {texts.turnOff}
        </Button>
      </div>
      {test.answer ? (
        <p role="status">
          <span>{`${test.answer.arrived ? texts.tested : texts.notTested} `}</span>
          <ServerText of={test.answer.answer_coded}>{test.answer.answer}</ServerText>
        </p>
      ) : null}
      <Refusal>{test.error && queryFailure(test.error)}</Refusal>
      <p className="max-w-prose text-muted">{texts.signOut}</p>
    </>
  );
}

/** The message for an error of the browser; null for an error of the store. */
function browserFailure(error: Error, texts: { pushFailed: string }): string | null {
  return error.name === 'ApiError' || error.name === 'NetworkError' ? null : texts.pushFailed;
}
