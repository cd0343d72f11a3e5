// What is typed into the API tab and not saved yet, and the two ways to save it (ADM-API-11..17).
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import { settingsKeys } from '../settings/settings-queries.ts';
import { asksForPassword } from '../sign-in/step-up.tsx';
import { type ProviderSettings, providerKeys } from './provider-queries.ts';
import { providersKey } from './providers-queries.ts';

export type ProviderDraft = Pick<ProviderSettings, 'api_key' | 'api_url' | 'likes_service_id' | 'views_service_id'>;
export type ProviderForm = ReturnType<typeof useProviderForm>;

const connection = {
  fields: ['api_key', 'api_url'],
  done: { title: 'Settings Saved', description: 'The API settings have been saved.' },
  failed: { title: 'Save Failed', description: 'Could not save API settings.' },
} as const;
const serviceIds = {
  fields: ['likes_service_id', 'views_service_id'],
  done: { title: 'Settings Updated', description: 'The service IDs have been saved.' },
  failed: { title: 'Update Failed', description: 'Could not save the service IDs.' },
} as const;

export function useProviderForm(saved: ProviderSettings) {
  const toast = useToast();
  const [draft, setDraft] = useState<ProviderDraft>(saved);
  const edit = (change: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...change }));
  const settle = ({ fields }: Part, now: ProviderSettings) => edit(pick(fields, now));
  const connectionSave = useSave(connection, draft, settle);
  const serviceSave = useSave(serviceIds, draft, settle);

  /** ADM-API-8. */
  function saveConnection(): void {
    if (!URL.canParse(draft.api_url.trim())) {
      toast({ title: 'Invalid URL', description: 'Please enter a valid API URL.', tone: 'error' });
      return;
    }
    connectionSave.mutate();
  }

  return { saved, draft, edit, saveConnection, connectionSave, serviceSave };
}

type Part = typeof connection | typeof serviceIds;

function useSave(part: Part, draft: ProviderDraft, settle: (part: Part, now: ProviderSettings) => void) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => api.call('POST /api/admin/settings', { body: pick(part.fields, draft) }),
    onSuccess: (now) => {
      queries.setQueryData(providerKeys.settings, now);
      settle(part, now);
      toast({ ...part.done, tone: 'success' });
      // The list of providers shows this one, too.
      for (const queryKey of [providerKeys.balance, providersKey, settingsKeys.launch]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      if (asksForPassword(error)) return;
      if (!(error instanceof ApiError)) {
        toast({ title: 'Error', description: 'An error occurred while saving settings.', tone: 'error' });
        return;
      }
      toast({
        title: part.failed.title,
        description: `${part.failed.description} ${queryFailure(error)}`,
        tone: 'error',
      });
    },
  });
}

function pick(fields: readonly (keyof ProviderDraft)[], from: ProviderDraft): Partial<ProviderDraft> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}
