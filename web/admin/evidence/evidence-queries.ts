// Queries of the evidence of an order, and of the texts of its page.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { Api } from '../../api.ts';
import { orderKeys } from '../order-detail/order-queries.ts';
import { loadEvidenceTexts } from '../texts/evidence-texts.ts';

export type Evidence = AnswerFor<'GET /api/admin/orders/{id}/evidence'>;

export function evidenceQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...orderKeys.order(id), 'evidence'],
    queryFn: ({ signal }) => api.call('GET /api/admin/orders/{id}/evidence', { params: { id } }, { signal }),
  });
}

/** The texts of the language before stay until these are loaded. */
export function evidenceTextsQuery(language: AdminLanguage) {
  return queryOptions({
    queryKey: ['evidence texts', language],
    queryFn: () => loadEvidenceTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
