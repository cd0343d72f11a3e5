// Action items: their types, their read, and the acts that other pages share.
import type { AnswerFor } from '../../../contract/index.ts';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { useTexts } from '../texts/shown-texts.ts';

export type ActionItemGroup = AnswerFor<'GET /api/admin/attention'>['kinds'][number];
export type ActionItem = ActionItemGroup['items'][number];
export type ActionItemKind = ActionItemGroup['kind'];

export const actionItemsCall = 'GET /api/admin/attention';
const renewedMs = 60_000;

/** Each kind with its first items, and the links to send. Polls as well, because some changes send no websocket message. */
export function useActionItems() {
  return useApi(actionItemsCall, { query: {} }, { refetchInterval: renewedMs });
}

export function useRetryJob() {
  const { actionItems } = useTexts();
  return useAct('POST /api/admin/jobs/{id}/retry', {
    renews: [actionItemsCall, 'GET /api/admin/system/checks'],
    done: { title: actionItems.retried, description: actionItems.retriedHelp },
    failed: actionItems.notRetried,
  });
}
