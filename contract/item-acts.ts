// The acts that a notification about an action item offers: its address opens them in the admin. Pure, without zod.
import type { ActionItemKind } from './action-item-kinds.ts';

/** send: the plan of all links to send. refund: the confirmation of a partial refund. retry: the focused button. */
export const itemActs = ['send', 'refund', 'retry'] as const;
export type ItemAct = (typeof itemActs)[number];

/** Of each kind at most one. An address never starts an act by itself. */
export const offeredActs: Partial<Record<ActionItemKind, ItemAct>> = {
  links_to_send: 'send',
  dispatch_failed: 'retry',
  delivery_stopped: 'refund',
  dead_job: 'retry',
};

/** The names of the parameters of `/admin`. */
export const itemParameters = { kind: 'item', subject: 'subject', act: 'act' } as const;

/** `path`: of an action item, with its query. */
export function withAct(path: string, act: ItemAct): string {
  return `${path}&${itemParameters.act}=${act}`;
}
