// Endpoints for action items.
import type { ActionItemKind } from '../../../contract/action-item-kinds.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { sentenceOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { adminOf, type Handlers, isOwner } from '../../request-context.ts';
import type { ActionItems, ShownItem } from './action-items.service.ts';

type Answer = AnswerFor<'GET /api/admin/attention'>;
type AnsweredItem = Answer['kinds'][number]['items'][number];

/** Their words name API keys, webhooks and channels, which only an owner may see. */
const ownerKinds: readonly ActionItemKind[] = [
  'api_key_expiring',
  'channel_failing',
  'webhook_expiring',
  'webhook_failing',
];

export type ActionItemsRoutesDeps = {
  actionItems: ActionItems;
  /** False for a job that is unknown or has not failed finally. */
  retryJob: (id: string) => Promise<boolean>;
};

export function actionItemsRoutes({
  actionItems,
  retryJob,
}: ActionItemsRoutesDeps): Handlers<'listActionItems' | 'dismissActionItem' | 'retryJob'> {
  return {
    listActionItems: async ({ query }, call) => {
      const seesAll = isOwner(call);
      const kinds = (await actionItems.list(query.kind)).map(({ kind, count, more, canDismiss, rows }) => ({
        kind,
        count,
        more,
        may_set_aside: canDismiss,
        items: rows.map((row) => itemOf(seesAll || !ownerKinds.includes(kind) ? row : { ...row, words: '' })),
      }));
      const isUnsent = query.kind === undefined && kinds.some(({ kind }) => kind === 'links_to_send');
      const unsent = isUnsent ? await actionItems.findLinksToSend() : null;
      return unsent === null ? { kinds } : { kinds, to_send: toSendOf(unsent) };
    },

    dismissActionItem: async ({ body }, call) => {
      await actionItems.dismiss(body.kind, body.subject, body.note, adminOf(call));
      return { success: true };
    },

    retryJob: async ({ params }) => {
      if (await retryJob(params.id)) return { success: true };
      throw new StoreError('not_found', { reason: 'job_unknown' });
    },
  };
}

function itemOf({ subject, order_id, at, words, category: about, delay, details }: ShownItem): AnsweredItem {
  const { text, coded } = sentenceOf(words);
  const item = {
    subject,
    order_id,
    at: at.toISOString(),
    words: text,
    ...coded,
    ...(about ? { category: about } : {}),
    ...(delay ? { delay: delayOf(delay) } : {}),
  };
  if (details === null) return item;
  const { email, category, quantity, amountCents, postLink, linkQuantity, undeliveredCents, evidenceDueAt } = details;
  const due = evidenceDueAt === null ? {} : { evidence_due_at: evidenceDueAt };
  const order = { customer_email: email, category, quantity, amount: dollarsFromCents(amountCents) };
  if (postLink === null || linkQuantity === null) return { ...item, order, ...due };
  return {
    ...item,
    order,
    link: {
      post_link: postLink,
      quantity: linkQuantity,
      api_order_id: details.providerOrderId,
      refill_requested_at: details.refillRequestedAt,
    },
    ...(undeliveredCents === null ? {} : { refund: dollarsFromCents(undeliveredCents) }),
  };
}

function delayOf(delay: NonNullable<ShownItem['delay']>): NonNullable<AnsweredItem['delay']> {
  const { reason, providerId, usualSeconds, canRefill, cancel } = delay;
  return { reason, provider_id: providerId, usual_seconds: usualSeconds, can_refill: canRefill, cancel };
}

type Unsent = NonNullable<Awaited<ReturnType<ActionItems['findLinksToSend']>>>;

function toSendOf({ links, orders, units, rests }: Unsent): NonNullable<Answer['to_send']> {
  return {
    links,
    orders,
    units: units.map(({ category, quantity }) => ({ category, quantity })),
    rests,
  };
}
