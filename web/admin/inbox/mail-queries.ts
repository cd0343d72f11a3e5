// Queries of emails: the log by pages, the emails of one order, the text of one email. Also resends an email.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { readNextCursor } from '../kit/use-api.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { messagesKey } from './message-queries.ts';

export type Mail = AnswerFor<'GET /api/admin/mails'>[number];

export const mailsKey = ['mails'] as const;

const onItsWayMs = 5_000;

export function mailLogQuery(api: Api, only: 'unsent' | null) {
  return infiniteQueryOptions({
    queryKey: [...mailsKey, 'log', only],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 30, ...(only ? { only } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, headers } = await api.request('GET /api/admin/mails', { query }, { signal });
      return { mails: data, nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function mailsOfOrderQuery(api: Api, order: string) {
  return queryOptions({
    queryKey: [...mailsKey, 'order', order],
    queryFn: ({ signal }) => api.call('GET /api/admin/mails', { query: { order } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? onItsWayMs : false),
  });
}

function isOnItsWay({ state }: Mail): boolean {
  return state === 'queued' || state === 'sending';
}

export function emailQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...mailsKey, 'letter', id],
    queryFn: ({ signal }) => api.call('GET /api/admin/mails/{id}', { params: { id } }, { signal }),
  });
}

export function useResend() {
  const { api } = useAdmin();
  const toast = useToast();
  const { inbox } = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Mail, 'id' | 'recipient'>) =>
      api.call('POST /api/admin/mails/{id}/resend', { params: { id } }),
    onSuccess: (_, { recipient }) =>
      toast({ title: inbox.resent, description: inbox.resentHelp(recipient), tone: 'success' }),
    onError: (error) => toast({ title: inbox.notResent, description: queryFailure(error), tone: 'error' }),
    onSettled: () =>
      Promise.all(
        [mailsKey, messagesKey, ['GET /api/admin/orders/{id}/timeline']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
