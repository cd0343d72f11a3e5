// What a buyer with proof reads of an order beyond its public fields: `order-state.ts` makes the sentences of it. The page
// of the order and My Orders get the same.
import { z } from 'zod';
import { dropStates } from './guarantee.ts';
import { linkRequestStates } from './link-requests.ts';
import { linkKinds } from './pasted-links.ts';
import { postStates } from './post-progress.ts';

const isoTime = z.string();

/** What a link opens. `name`: the account; empty where the link shows none, or where the caller may not see it. */
export const linkDescription = z.object({ kind: z.enum(linkKinds), name: z.string() });

/**
 * How the unsent links of a paid order go on. now: the store sends them at once. queued: an admin sends them, or the
 * store later. paused: by the buyer. refund_open: after the refund.
 */
const sendingStates = ['now', 'queued', 'paused', 'refund_open'] as const;

const refund = z.object({
  amount: z.number(),
  /** pending: the gateway has not confirmed it. */
  state: z.enum(['pending', 'refunded']),
  /** Refunded the way that the buyer paid, without a gateway. */
  by_hand: z.boolean(),
  /** When it was requested; null: refunded outside the store at an unknown time. */
  at: isoTime.nullable(),
});

const post = z.object({
  /** Null: a link without a shortcode. */
  kind: z.enum(['p', 'reel', 'tv']).nullable(),
  shortcode: z.string().nullable(),
  /**
   * As the order has it. Before the payment only the address of the post, or null without a shortcode: anybody can place an
   * order with any text as a link.
   */
  post_link: z.string().nullable(),
  /** What a link opens that is not the link of a post: it was chosen anyway, unless it is shared. */
  opens: linkDescription.optional(),
  state: z.enum(postStates),
  ordered: z.number(),
  delivered: z.number().optional(),
  /** While it runs. `can_report`: a drop can be reported now. */
  guarantee: z.object({ until: isoTime, days_left: z.number(), can_report: z.boolean() }).optional(),
  /** The last report of a drop. `reason`: why an admin dismissed it. */
  drop: z.object({ state: z.enum(dropStates), reason: z.string().nullable(), reported_at: isoTime }).optional(),
  /** The provider finds the post private, hidden or deleted. With `to_send` the store tries it again by itself. */
  hidden: z.literal(true).optional(),
  /** With `to_send`: starts when the delivery of another order for the same post is complete. */
  after_other_order: z.literal(true).optional(),
  /** The buyer can ask for another link. */
  can_replace: z.literal(true).optional(),
  /** The last request for another link in this place. `reason`: why an admin declined it. */
  link_request: z
    .object({
      new_link: z.string(),
      state: z.enum(linkRequestStates),
      reason: z.string().nullable(),
      requested_at: isoTime,
    })
    .optional(),
});

export const orderFacts = z.object({
  /** The payment has been confirming for more than two minutes. */
  confirming_long: z.boolean(),
  refunded_amount: z.number(),
  refunds: z.array(refund),
  /** Null where nothing is to be sent. */
  sending: z.enum(sendingStates).nullable(),
  /** In the order of the links. */
  posts: z.array(post),
});
