// Queries of one message with its replies, and of the templates of replies. Also sends a reply.
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LostAnswer, useCertainAct } from '../lost-answer.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { mailsKey } from './mail-queries.ts';
import { messagesKey } from './message-queries.ts';
import { forgetDraft, keyOfDraft } from './reply-draft.ts';

export type Thread = AnswerFor<'GET /api/admin/contact-messages/{id}'>;
export type Reply = Thread['replies'][number];
export type IncomingEmail = Thread['incoming_emails'][number];
export type TemplateList = AnswerFor<'GET /api/admin/reply-templates'>;
export type Template = TemplateList['templates'][number];

const onItsWayMs = 2_000;

const threadKey = (id: string) => [...messagesKey, 'thread', id] as const;
export const templatesKey = ['reply templates'] as const;

export function threadQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => api.call('GET /api/admin/contact-messages/{id}', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.replies.some(isOnItsWay) ? onItsWayMs : false),
  });
}

function isOnItsWay({ mail }: Reply): boolean {
  return mail?.state === 'queued' || mail?.state === 'sending';
}

export function templatesQuery(api: Api) {
  return queryOptions({
    queryKey: templatesKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/reply-templates', {}, { signal }),
  });
}

/** A repeat of the same text uses the same key, so it is sent once. After a lost response the thread is read again. */
export function useReply({ message: { id, email }, replies }: Thread) {
  const { api } = useAdmin();
  const toast = useToast();
  const { inbox } = useTexts();
  const queries = useQueryClient();
  const act = useCertainAct();
  const mutationKey = ['reply', id];
  const send = useMutation({
    mutationKey,
    mutationFn: (text: string) => {
      const headers = { 'idempotency-key': keyOfDraft(id, text) };
      const input = { params: { id }, body: { text } };
      const known = new Set(replies.map((reply) => reply.id));
      return act(
        () => api.call('POST /api/admin/contact-messages/{id}/replies', input, { headers }),
        async () => {
          const thread = await api.call('GET /api/admin/contact-messages/{id}', { params: { id } });
          const isWritten = thread.replies.some((reply) => !known.has(reply.id) && reply.text === text.trim());
          return isWritten ? 'done' : 'not_done';
        },
      );
    },
    onSuccess: (answer) => {
      forgetDraft(id);
      if (answer?.reply.mail?.state === 'kept') toast({ title: inbox.kept, description: inbox.keptHelp });
      else toast({ title: inbox.queued, description: inbox.queuedHelp(email), tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof LostAnswer) return;
      toast({ title: inbox.sendFailed, description: queryFailure(error), tone: 'error' });
    },
    onSettled: () =>
      Promise.all(
        [messagesKey, mailsKey, ['GET /api/admin/orders/{id}/timeline']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  // Also while a form that is no longer shown sends.
  const isSending = useIsMutating({ mutationKey }) > 0;
  return { send: send.mutate, isSending };
}

/** Saves the whole list. The answer replaces the cached one. */
export function useSaveTemplates(onSaved: () => void) {
  const { api } = useAdmin();
  const toast = useToast();
  const { inbox } = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TemplateList) => api.call('PUT /api/admin/reply-templates', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(templatesKey, saved);
      toast({ title: inbox.templatesSaved, tone: 'success' });
      onSaved();
    },
    onError: (error) => toast({ title: inbox.templatesNotSaved, description: queryFailure(error), tone: 'error' }),
  });
}
