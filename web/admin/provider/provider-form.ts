// Unsaved input of the API tab, and its two save actions.
import { useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import { ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useKeptState } from '../kept-state.ts';
import { useAct } from '../kit/use-act.ts';
import { renewCalls } from '../kit/use-api.ts';
import { queryFailure } from '../query-client.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

export type ProviderSettings = AnswerFor<'GET /api/admin/settings'>;
type ProviderDraft = Pick<ProviderSettings, 'api_key' | 'api_url' | 'likes_service_id' | 'views_service_id'>;
export type ProviderForm = ReturnType<typeof useProviderForm>;

/** `done`, `failed`: the texts of its notices. */
const connectionPart = {
  fields: ['api_key', 'api_url'],
  done: 'connectionSaved',
  failed: 'connectionNotSaved',
} as const;
const servicesPart = {
  fields: ['likes_service_id', 'views_service_id'],
  done: 'serviceIdsSaved',
  failed: 'serviceIdsNotSaved',
} as const;
type Part = typeof connectionPart | typeof servicesPart;

export function useProviderForm(saved: ProviderSettings) {
  const toast = useToast();
  const { invalidUrl } = useSetupTexts().provider;
  // Holds only edited fields, so that all other fields follow the saved settings.
  const [typed, setTyped] = useKeptState<Partial<ProviderDraft>>('provider', {});
  const { api_key, api_url, likes_service_id, views_service_id } = saved;
  const draft: ProviderDraft = { api_key, api_url, likes_service_id, views_service_id, ...typed };
  const edit = (change: Partial<ProviderDraft>) => setTyped((before) => ({ ...before, ...change }));
  const connection = useSave(connectionPart, () => setTyped((before) => without(connectionPart, before)));
  const services = useSave(servicesPart, () => setTyped((before) => without(servicesPart, before)));

  function saveConnection(): void {
    if (URL.canParse(draft.api_url.trim())) connection.run({ body: without(servicesPart, typed) });
    else toast({ ...invalidUrl, tone: 'error' });
  }

  function saveServices(): void {
    services.run({ body: without(connectionPart, typed) });
  }

  return { saved, draft, edit, connection, saveConnection, services, saveServices };
}

function useSave(part: Part, onSaved: () => void) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const texts = useSetupTexts().provider;

  // The form shows the result, also when the test call fails. The provider list contains this provider too.
  async function test(): Promise<void> {
    await api.call('POST /api/admin/providers/{id}/look', { params: { id: 'default' } }).catch(() => undefined);
    await renewCalls(queries, ['GET /api/admin/balance', 'GET /api/admin/providers']);
  }

  return useAct('POST /api/admin/settings', {
    answers: 'GET /api/admin/settings',
    onDone: () => {
      onSaved();
      void test();
    },
    done: texts[part.done],
    failed: (error) => {
      if (!(error instanceof ApiError)) return texts.saveException;
      const { title, description } = texts[part.failed];
      return { title, description: `${description} ${queryFailure(error)}` };
    },
  });
}

function without({ fields }: Part, typed: Partial<ProviderDraft>): Partial<ProviderDraft> {
  const names: readonly string[] = fields;
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !names.includes(name)));
}
