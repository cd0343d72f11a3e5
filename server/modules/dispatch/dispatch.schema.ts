// Tables of links at providers: their sends, and what replaced them.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type DispatchState,
  dispatchStates,
  type Shortfall,
  shortfalls,
  unsettledDispatchStates,
} from '../../../contract/dispatch-status.ts';
import { type LinkRequestState, linkRequestStates } from '../../../contract/link-requests.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at, sqlList } from '../../database/columns.ts';
import { isStoppedStatus, isUnknownStatus } from '../../database/status-words.ts';
import { orders } from '../orders/orders.schema.ts';

/** When a link in delivery last moved, or restarted, at most an hour before the last change. */
function quietSince(d: { movedAt: SQLWrapper; claimedAt: SQLWrapper; refillRequestedAt: SQLWrapper }): SQL {
  return sql`greatest(${d.movedAt}, ${d.claimedAt}, ${d.refillRequestedAt})`;
}

/** `quietSince` of a dispatch `d`. */
export const dispatchQuietSince = quietSince({
  movedAt: sql`d.moved_at`,
  claimedAt: sql`d.claimed_at`,
  refillRequestedAt: sql`d.refill_requested_at`,
});

/** One post link of an order at the provider; the key is the order and the link's position. */
export const dispatches = pgTable(
  'dispatches',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    postLink: text('post_link').notNull(),
    /** Equal for two links to one post. */
    linkKey: text('link_key').notNull(),
    /** What the post gets: `likes`, `views`. A trigger writes it. Null: an older row, not sent since. */
    action: text('action'),
    serviceId: text('service_id').notNull(),
    /** The provider of the last or the next dispatch; `default` is the provider of the API tab. */
    providerId: text('provider_id').notNull().default('default'),
    quantity: integer('quantity').notNull(),
    state: text('state').$type<DispatchState>().notNull(),
    /** One per claim; assigns a late response to its claim. */
    claimId: uuid('claim_id').notNull(),
    claimedAt: at('claimed_at').notNull(),
    providerOrderId: text('provider_order_id'),
    /** The provider's text of the last refusal, or the reason of a lost response. */
    error: text('error'),
    /** Of each sentence of the store: its code. Null for the words of another service, and in older rows. */
    errorCoded: jsonb('error_coded').$type<AnyMessage>(),
    hint: text('hint'),
    hintCoded: jsonb('hint_coded').$type<AnyMessage>(),
    liveStatus: text('live_status'),
    remains: integer('remains'),
    /**
     * How the undelivered part of an ended link was settled; null while it waits for an admin, or when nothing is
     * missing.
     */
    shortfall: text('shortfall').$type<Shortfall>(),
    /** The provider's charge, in its currency. */
    charge: numeric('charge', { precision: 18, scale: 6 }),
    /** The price of 1,000 units at the claim: the cost until the provider returns its charge. */
    rate: numeric('rate', { precision: 18, scale: 6 }),
    /** The provider's currency at the claim; null in older rows: USD. */
    costCurrency: text('cost_currency'),
    /** Time of the first status that shows a running delivery. */
    startedAt: at('started_at'),
    /** The post's count before the delivery, as the provider reports it. */
    startCount: bigint('start_count', { mode: 'number' }),
    /** Time of the first report of delivered units. */
    firstProgressAt: at('first_progress_at'),
    /** Time of a change of status or count, at most an hour before the last one; null before the first. */
    movedAt: at('moved_at'),
    /** Time of the last mark that a new count wrote (`deliveryMarks`). */
    markedAt: at('marked_at'),
    /** Times of the first end, and of the first completion. A refill changes neither. */
    endedAt: at('ended_at'),
    completedAt: at('completed_at'),
    /** True: an admin entered the ID, and can correct it while the provider does not have it. */
    settledByHand: boolean('settled_by_hand').notNull().default(false),
    /** False after a terminal live status; true again after a refill. */
    following: boolean('following').notNull().default(false),
    checkedAt: at('checked_at'),
    /** Status checks in a row without a result for this link; each one delays the next check. */
    misses: smallint('misses').notNull().default(0),
    /** When a waiting link is retried, and the number of delays in a row. */
    nextTryAt: at('next_try_at'),
    tries: smallint('tries').notNull().default(0),
    refillId: text('refill_id'),
    refillRequestedAt: at('refill_requested_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    uniqueIndex('dispatches_provider_order').on(t.providerOrderId).where(sql`${t.providerOrderId} is not null`),
    uniqueIndex('dispatches_one_active_per_link')
      .on(t.action, t.linkKey)
      .where(sql`${t.state} in (${sqlList(unsettledDispatchStates)}) or (${t.state} = 'sent' and ${t.following})`),
    index('dispatches_completed').on(t.completedAt).where(sql`${t.completedAt} is not null`),
    // Stalled links (decision 71). No index has a column that each check or new count changes: these updates write to none.
    index('dispatches_not_found')
      .on(t.claimedAt.desc().nullsFirst())
      .where(sql`${t.following} and ${t.error} is not null`),
    index('dispatches_unbegun')
      .on(t.claimedAt.desc().nullsFirst())
      .where(sql`${t.following} and ${t.firstProgressAt} is null and ${t.endedAt} is null`),
    index('dispatches_quiet')
      .on(sql`(${quietSince(t)}) desc`)
      .where(sql`${t.following}`),
    index('dispatches_open_of_service')
      .on(t.providerId, t.serviceId, sql`quantity_band(${t.quantity})`, t.claimedAt.desc().nullsFirst())
      .where(sql`${t.following} and ${t.endedAt} is null`),
    index('dispatches_unsettled')
      .on(t.state, t.claimedAt)
      .where(sql`${t.state} in (${sqlList(unsettledDispatchStates)})`),
    index('dispatches_failed').on(t.claimedAt.desc().nullsFirst()).where(sql`${t.state} = 'failed'`),
    index('dispatches_stopped')
      .on(t.claimedAt.desc().nullsFirst())
      .where(
        sql`${t.state} = 'sent' and not ${t.following} and ${t.shortfall} is null and ${isStoppedStatus(t.liveStatus)}`,
      ),
    index('dispatches_unknown_status')
      .on(t.claimedAt.desc().nullsFirst())
      .where(sql`${t.state} = 'sent' and ${t.following} and ${isUnknownStatus(t.liveStatus)}`),
    index('dispatches_of_service').on(t.providerId, t.serviceId, t.claimedAt.desc().nullsFirst()),
    check('dispatches_position', sql`${t.position} between 0 and 4`),
    check('dispatches_quantity', sql`${t.quantity} > 0`),
    index('dispatches_waiting').on(t.nextTryAt).where(sql`${t.state} = 'waiting'`),
    index('dispatches_waiting_for_link').on(t.action, t.linkKey, t.createdAt).where(sql`${t.state} = 'waiting'`),
    check('dispatches_shortfall', sql`${t.shortfall} in (${sqlList(shortfalls)})`),
    check('dispatches_state', sql`${t.state} in (${sqlList(dispatchStates)})`),
    check('dispatches_sent_has_id', sql`(${t.state} = 'sent') = (${t.providerOrderId} is not null)`),
    check('dispatches_remains', sql`${t.remains} is null or ${t.remains} between 0 and ${t.quantity}`),
  ],
);

/** Which process reads the statuses of a provider's links now, so that no other one reads them, too. */
export const deliveryRounds = pgTable('delivery_rounds', {
  providerId: text('provider_id').primaryKey(),
  roundId: uuid('round_id').notNull(),
  heldAt: at('held_at').notNull(),
});

/** A link that was replaced, or moved to another provider, with the units delivered until then. */
export const linkReplacements = pgTable(
  'link_replacements',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    oldLink: text('old_link').notNull(),
    newLink: text('new_link').notNull(),
    reason: text('reason'),
    /** From the old link's last dispatch; null when it was never placed. */
    providerId: text('provider_id'),
    serviceId: text('service_id'),
    providerOrderId: text('provider_order_id'),
    liveStatus: text('live_status'),
    charge: numeric('charge', { precision: 18, scale: 6 }),
    /** As in `dispatches`. */
    rate: numeric('rate', { precision: 18, scale: 6 }),
    costCurrency: text('cost_currency'),
    /** Delivered units of the old link. */
    delivered: integer('delivered').notNull(),
    /** True: the link stayed, and its undelivered rest goes to another provider. */
    isMove: boolean('is_move').notNull().default(false),
    /** Of the old link's last dispatch, as in `dispatches`. */
    startCount: bigint('start_count', { mode: 'number' }),
    sentAt: at('sent_at'),
    endedAt: at('ended_at'),
    /** The admin's email, or `system`. */
    replacedBy: text('replaced_by').notNull(),
    replacedAt: at('replaced_at').notNull(),
  },
  (t) => [
    index('link_replacements_order').on(t.orderId, t.replacedAt),
    uniqueIndex('link_replacements_provider_order').on(t.providerOrderId),
    check('link_replacements_position', sql`${t.position} between 0 and 4`),
    check('link_replacements_delivered', sql`${t.delivered} >= 0`),
    check('link_replacements_reason', sql`char_length(${t.reason}) between 1 and 500`),
  ],
);

/** A buyer's request to replace an unsent link. */
export const linkRequests = pgTable(
  'link_requests',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** The number of the request in its order, from 1. */
    number: smallint('number').notNull(),
    position: smallint('position').notNull(),
    oldLink: text('old_link').notNull(),
    newLink: text('new_link').notNull(),
    /** The key of the new link, as in `dispatches`. */
    linkKey: text('link_key').notNull(),
    /** May still be `requested` when no decision is possible any more; `isOpenRequest` checks that. */
    state: text('state').$type<LinkRequestState>().notNull(),
    /** Why an admin declined it; shown to the buyer. */
    reason: text('reason'),
    requestedAt: at('requested_at').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    uniqueIndex('link_requests_one_open').on(t.orderId, t.position).where(sql`${t.state} = 'requested'`),
    index('link_requests_open').on(t.requestedAt.desc().nullsFirst()).where(sql`${t.state} = 'requested'`),
    check('link_requests_position', sql`${t.position} between 0 and 4`),
    check('link_requests_state', sql`${t.state} in (${sqlList(linkRequestStates)})`),
  ],
);

/** One pause an email: a link is used once. No link of the order is sent while one has not ended. */
export const sendingPauses = pgTable(
  'sending_pauses',
  {
    /** The email whose link set the pause. Without a reference: emails are deleted earlier. */
    mailId: uuid('mail_id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    pausedAt: at('paused_at').notNull(),
    pausedUntil: at('paused_until').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('sending_pauses_order').on(t.orderId),
    index('sending_pauses_open').on(t.pausedUntil).where(sql`${t.endedAt} is null`),
  ],
);
