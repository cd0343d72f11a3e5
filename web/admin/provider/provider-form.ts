// Unsaved input of the API tab, and its two save actions.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import { settingsKeys } from '../settings/settings-queries.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { shownSetupTexts } from '../texts/shown-texts.ts';
import { type ProviderSettings, providerKeys } from './provider-queries.ts';
import { providersKey } from './providers-queries.ts';

export type ProviderDraft = Pick<ProviderSettings, 'api_key' | 'api_url' | 'likes_service_id' | 'views_service_id'>;
export type ProviderForm = ReturnType<typeof useProviderForm>;

/** `done`, `failed`: the texts of its notices. */
const connection = {
  fields: ['api_key', 'api_url'],
  done: 'connectionSaved',
  failed: 'connectionNotSaved',
} as const;
const serviceIds = {
  fields: ['likes_service_id', 'views_service_id'],
  done: 'serviceIdsSaved',
  failed: 'serviceIdsNotSaved',
} as const;

export function useProviderForm(saved: ProviderSettings) {
  const toast = useToast();
  // Holds only edited fields, so that all other fields follow the saved settings.
  const [typed, setTyped] = useState<Partial<ProviderDraft>>({});
  const draft: ProviderDraft = { ...pick(allFields, saved), ...typed };
  const edit = (change: Partial<ProviderDraft>) => setTyped((before) => ({ ...before, ...change }));
  const settle = ({ fields }: Part) =>
    setTyped((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isOneOf(fields, name))));
  const connectionSave = useSave(connection, typed, settle);
  const serviceSave = useSave(serviceIds, typed, settle);

  function saveConnection(): void {
    if (!URL.canParse(draft.api_url.trim())) {
      toast({ ...shownSetupTexts().provider.invalidUrl, tone: 'error' });
      return;
    }
    connectionSave.mutate();
  }

  return { saved, draft, edit, saveConnection, connectionSave, serviceSave };
}

type Part = typeof connection | typeof serviceIds;

function useSave(part: Part, typed: Partial<ProviderDraft>, settle: (part: Part) => void) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  // The form shows the result, also when the test call fails.
  const test = useMutation({
    mutationFn: () => api.call('POST /api/admin/providers/{id}/look', { params: { id: 'default' } }),
    onSettled: () => {
      // The provider list contains this provider too.
      for (const queryKey of [providerKeys.balance, providersKey, settingsKeys.launch]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
  return useMutation({
    mutationFn: () => api.call('POST /api/admin/settings', { body: pick(part.fields, typed) }),
    onSuccess: (now) => {
      queries.setQueryData(providerKeys.settings, now);
      settle(part);
      toast({ ...shownSetupTexts().provider[part.done], tone: 'success' });
      test.mutate();
    },
    onError: (error) => {
      if (needsPassword(error)) return;
      const texts = shownSetupTexts().provider;
      if (!(error instanceof ApiError)) {
        toast({ ...texts.saveException, tone: 'error' });
        return;
      }
      const { title, description } = texts[part.failed];
      toast({ title, description: `${description} ${queryFailure(error)}`, tone: 'error' });
    },
  });
}

const allFields = [...connection.fields, ...serviceIds.fields];
const isOneOf = (fields: readonly string[], name: string) => fields.includes(name);

function pick<D extends Partial<ProviderDraft>>(fields: readonly (keyof ProviderDraft)[], from: D): D {
  return Object.fromEntries(fields.filter((field) => field in from).map((field) => [field, from[field]])) as D;
}
