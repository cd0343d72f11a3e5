// Endpoints for action items.

import type { ActionItemKind } from '../../../contract/action-item-kinds.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { type OfferSetting, offerOfKey, offerSubject } from '../../../contract/offers.ts';
import { sentenceOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { retryDeadJob } from '../../jobs/dead-jobs.ts';
import { getAdmin, isOwner, seesCosts } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import type { ShownItem } from '../../workflows/list-action-items.ts';
import { dismissActionItem, findLinksToSend, listActionItems } from '../../workflows/list-action-items.ts';

type Answer = AnswerFor<'GET /api/admin/attention'>;
type AnsweredItem = Answer['kinds'][number]['items'][number];

/** Their words name API keys, webhooks and channels, which only an owner may see. */
const ownerKinds: readonly ActionItemKind[] = [
  'api_key_expiring',
  'channel_failing',
  'webhook_expiring',
  'webhook_failing',
];

export const actionItemsRoutes = routes({
  listActionItems: async (ctx, { query }, call) => {
    const isHidden = (kind: ActionItemKind) =>
      (ownerKinds.includes(kind) && !isOwner(call)) ||
      ((kind === 'service_above_price' || kind === 'price_proposed') && !seesCosts(call));
    const { offers } = await ctx.settings.current();
    const kinds = (await listActionItems(ctx, query.kind)).map(
      ({ kind, count, more, canDismiss, refundCents, rows }) => ({
        kind,
        count,
        more,
        may_set_aside: canDismiss,
        ...(refundCents === null ? {} : { refund: dollarsFromCents(refundCents) }),
        items: rows.map((row) => toItem(isHidden(kind) ? withoutWords(kind, row) : row, offers)),
      }),
    );
    const isUnsent = query.kind === undefined && kinds.some(({ kind }) => kind === 'links_to_send');
    const unsent = isUnsent ? await findLinksToSend(ctx) : null;
    if (unsent === null) return { kinds };
    const units = unsent.units.flatMap(({ offer: key, quantity }) => {
      const offer = offerOfKey(offers, key);
      return offer ? [{ ...offerSubject(offer), quantity }] : [];
    });
    return { kinds, to_send: { ...unsent, units } };
  },

  dismissActionItem: async (ctx, { body }, call) => {
    await dismissActionItem(ctx, body.kind, body.subject, body.note, getAdmin(call));
    return { success: true };
  },

  retryJob: async (ctx, { params }) => {
    if (await retryDeadJob(ctx.database.db, params.id)) return { success: true };
    throw new StoreError('not_found', { reason: 'job_unknown' });
  },
});

/** The subject of a service ends with its cost. Those who see no costs dismiss none. */
function withoutWords(kind: ActionItemKind, row: ShownItem): ShownItem {
  const subject = kind === 'service_above_price' ? row.subject.replace(/ \S+$/, '') : row.subject;
  return { ...row, subject, words: '' };
}

function toItem(
  { subject, order_id, at, words, offer, delay, details }: ShownItem,
  offers: readonly OfferSetting[],
): AnsweredItem {
  const about = offer === undefined ? undefined : offerOfKey(offers, offer);
  const { text, coded } = sentenceOf(words);
  const item = {
    subject,
    order_id,
    at: at.toISOString(),
    words: text,
    ...coded,
    ...(about ? offerSubject(about) : {}),
    ...(delay ? { delay: toDelay(delay) } : {}),
  };
  if (details === null) return item;
  const { email, category, quantity, amountCents, postLink, linkQuantity, undeliveredCents, evidenceDueAt } = details;
  const due = evidenceDueAt === null ? {} : { evidence_due_at: evidenceDueAt };
  const sold = offerOfKey(offers, details.offer);
  const named = sold ? offerSubject(sold) : { category };
  const order = { customer_email: email, ...named, quantity, amount: dollarsFromCents(amountCents) };
  if (postLink === null || linkQuantity === null) return { ...item, order, ...due };
  return {
    ...item,
    order,
    link: {
      post_link: postLink,
      quantity: linkQuantity,
      api_order_id: details.providerOrderId,
      refill_requested_at: details.refillRequestedAt,
      ...(details.requested ? { requested: details.requested } : {}),
    },
    ...(undeliveredCents === null ? {} : { refund: dollarsFromCents(undeliveredCents) }),
  };
}

function toDelay(delay: NonNullable<ShownItem['delay']>): NonNullable<AnsweredItem['delay']> {
  const { reason, providerId, usualSeconds, canRefill, cancel } = delay;
  return { reason, provider_id: providerId, usual_seconds: usualSeconds, can_refill: canRefill, cancel };
}
