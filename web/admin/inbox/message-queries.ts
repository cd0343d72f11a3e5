// Queries of support messages, and their read and answered marks.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { readNextCursor, readTotal } from '../kit/use-api.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';

export type Message = AnswerFor<'GET /api/admin/contact-messages'>[number];
type Marks = { read?: boolean; answered?: boolean };

export const messagesKey = ['messages'] as const;

export function messagesQuery(api: Api, only: 'unanswered' | null) {
  return infiniteQueryOptions({
    queryKey: [...messagesKey, 'list', only],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 30, ...(only ? { only } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, headers } = await api.request('GET /api/admin/contact-messages', { query }, { signal });
      return { messages: data, nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The number of unanswered messages. */
export function unansweredQuery(api: Api) {
  return queryOptions({
    queryKey: [...messagesKey, 'unanswered'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const query = { limit: 1, only: 'unanswered' } as const;
      const { headers } = await api.request('GET /api/admin/contact-messages', { query }, { signal });
      return readTotal(headers.get('x-total-count')) ?? 0;
    },
  });
}

export function useMark() {
  const { api } = useAdmin();
  const toast = useToast();
  const { inbox } = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ message: { id }, marks }: { message: Message; marks: Marks }) =>
      api.call('PATCH /api/admin/contact-messages/{id}', { params: { id }, body: marks }),
    onError: (error) => toast({ title: inbox.notMarked, description: queryFailure(error), tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: messagesKey }),
  });
}
