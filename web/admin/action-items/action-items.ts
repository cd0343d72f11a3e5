// Action items: their types, their read, and the acts that other pages share.
import type { AnswerFor } from '../../../contract/index.ts';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { useTexts } from '../texts/shown-texts.ts';

export type ActionItemGroup = AnswerFor<'GET /api/admin/attention'>['kinds'][number];
export type ActionItem = ActionItemGroup['items'][number];
/** `cause`: the text that all its items share, for a kind with several causes. A closed group shows its heading and button. */
export type CauseGroup = ActionItemGroup & { cause?: string; isOpen: boolean };
export type ActionItemKind = ActionItemGroup['kind'];

export const actionItemsCall = 'GET /api/admin/attention';
/** The items of these kinds are grouped by the text that the provider returned. All their items are loaded. */
export const kindsByCause: readonly ActionItemKind[] = ['dispatch_failed', 'refill_refused'];
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

/** Returns a group for each cause with several items, and one for the rest. `group` must contain all its items. */
export function splitByCause(group: ActionItemGroup): (ActionItemGroup & { cause?: string })[] {
  const { kind, items, count } = group;
  if (!kindsByCause.includes(kind) || items.length < count) return [group];
  const withWords = (words: string) => items.filter((item) => item.words === words);
  const causes = [...new Set(items.map(({ words }) => words))].filter((words) => words && withWords(words).length > 1);
  const rest = items.filter(({ words }) => !causes.includes(words));
  const groups = causes.map((cause) => ({ ...group, cause, items: withWords(cause), more: false }));
  return [...groups, ...(rest.length > 0 ? [{ ...group, items: rest }] : [])].map((one) => ({
    ...one,
    count: one.items.length,
  }));
}
