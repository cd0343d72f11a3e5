// The connection form of the default provider, and the form of its service IDs.
import type { FormEvent } from 'react';
import { Field } from '../../ui/field.tsx';
import { RunButton } from '../kit/run-button.tsx';
import type { Act } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { CheckResult, type Provider } from './provider-check.tsx';
import type { ProviderForm } from './provider-form.ts';

const dense = 'px-3 py-2 text-sm';

export function ConnectionForm({ form }: { form: ProviderForm }) {
  const { draft, edit, saved, connection: save } = form;
  const { provider: texts } = useSetupTexts();

  function submit(event: FormEvent): void {
    event.preventDefault();
    form.saveConnection();
  }

  return (
    <Panel title={texts.connection}>
      <form onSubmit={submit} noValidate className="grid gap-4 py-1">
        <Field
          label={texts.apiKey}
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          className={dense}
          value={draft.api_key}
          error={problemOf(save, 'api_key')}
          help={saved.has_api_key ? texts.keySaved(saved.api_key) : texts.keyHelp}
          onFocus={(event) => event.target.select()}
          onChange={(event) => edit({ api_key: event.target.value })}
        />
        <Field
          label={texts.apiUrl}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          placeholder="https://provider.example/api/v2"
          className={dense}
          value={draft.api_url}
          error={problemOf(save, 'api_url')}
          onChange={(event) => edit({ api_url: event.target.value })}
        />
        <div>
          <RunButton type="submit" act={save} variant="primary">
            {texts.saveConnection}
          </RunButton>
        </div>
        <DefaultCheck isShown={() => true} />
      </form>
    </Panel>
  );
}

export function ServiceIdsForm({ form }: { form: ProviderForm }) {
  const { draft, edit, services: save } = form;
  const { provider: texts } = useSetupTexts();

  function submit(event: FormEvent): void {
    event.preventDefault();
    form.saveServices();
  }

  return (
    <Panel title={texts.serviceIds}>
      <form onSubmit={submit} noValidate className="grid gap-4 py-1">
        <div className="grid gap-4 sm:grid-cols-2">
          {(['likes_service_id', 'views_service_id'] as const).map((name) => (
            <Field
              key={name}
              label={texts.serviceId[name === 'likes_service_id' ? 'Likes' : 'Views']}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              className={dense}
              value={draft[name]}
              error={problemOf(save, name)}
              onChange={(event) => edit({ [name]: event.target.value })}
            />
          ))}
        </div>
        <div>
          <RunButton type="submit" act={save} variant="primary">
            {texts.saveServiceIds}
          </RunButton>
        </div>
        <DefaultCheck isShown={({ state }) => state === 'service_missing'} />
      </form>
    </Panel>
  );
}

// The result of the test call after a save.
function DefaultCheck({ isShown }: { isShown: (check: Provider['check']) => boolean }) {
  const { data } = useApi('GET /api/admin/providers', {});
  const provider = data?.find(({ id }) => id === 'default');
  if (!provider?.api_url || !isShown(provider.check)) return null;
  return (
    <div role="status">
      <CheckResult check={provider.check} />
    </div>
  );
}

function problemOf(
  { failedField, failure }: Pick<Act<never>, 'failedField' | 'failure'>,
  field: string,
): string | null {
  return failedField === field ? failure : null;
}
