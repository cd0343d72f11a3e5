// Queries of the texts section, without UI.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallFor } from '../../../../contract/index.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { TextCatalogue } from '../../../../contract/text-settings.ts';
import type { Api } from '../../../api.ts';

export const textsKey = ['settings', 'texts'] as const;

/** The defaults change with a new version of the store only. */
export function textsQuery(api: Api) {
  return queryOptions({
    queryKey: textsKey,
    queryFn: ({ signal }): Promise<TextCatalogue> => api.call('GET /api/admin/texts', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function textVersionsQuery(api: Api, key: string, language: Language) {
  return queryOptions({
    queryKey: ['settings', 'history', 'text', language, key],
    queryFn: ({ signal }) => api.call('GET /api/admin/texts/versions', { query: { key, language } }, { signal }),
  });
}

export function previewQuery(api: Api, body: CallFor<'POST /api/admin/texts/preview'>['body']) {
  return queryOptions({
    queryKey: ['settings', 'text-preview', body],
    queryFn: ({ signal }) => api.call('POST /api/admin/texts/preview', { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
