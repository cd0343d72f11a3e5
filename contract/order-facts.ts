// The fields of an order that need proof, beyond its public fields. `order-state.ts` computes the sentences from them. The order
// page and My Orders get the same fields.
import { z } from 'zod';
import { dropStates } from './guarantee.ts';
import { linkRequestStates } from './link-requests.ts';
import { otherLinkRules } from './link-rule-names.ts';
import { orderedKinds } from './links/ordered-kinds.ts';
import { postStates } from './post-progress.ts';

const isoTime = z.string();

/**
 * What a link opens. `name`: the account; empty where the link shows none, or where the caller may not see it. `fits`: the offer is for
 * that; without it, the buyer chose the link anyway.
 */
export const linkDescription = z.object({
  kind: z.enum(orderedKinds),
  name: z.string(),
  fits: z.literal(true).optional(),
});

/**
 * When the unsent links of a paid order are sent. now: the store sends them at once. queued: an admin sends them, or the
 * store sends them later. paused: the buyer paused the order. refund_open: after the refund.
 */
const sendingStates = ['now', 'queued', 'paused', 'refund_open'] as const;

const refund = z.object({
  amount: z.number(),
  /** pending: the gateway has not confirmed it. */
  state: z.enum(['pending', 'refunded']),
  /** An admin refunded outside the gateway, the same way that the buyer paid. */
  by_hand: z.boolean(),
  /** When it was requested; null: refunded outside the store at an unknown time. */
  at: isoTime.nullable(),
});

const post = z.object({
  /** Null: a link without a shortcode. */
  kind: z.enum(['p', 'reel', 'tv']).nullable(),
  shortcode: z.string().nullable(),
  /**
   * The link as it was ordered. Before the payment only the URL of the post, or null without a shortcode: anybody can place an
   * order with any text as a link.
   */
  post_link: z.string().nullable(),
  /** What the link opens if it is not the link of a post. The buyer chose it anyway, unless it is a share link. */
  opens: linkDescription.optional(),
  state: z.enum(postStates),
  ordered: z.number(),
  delivered: z.number().optional(),
  /** Only while the guarantee runs. `can_report`: a drop can be reported now. */
  guarantee: z.object({ until: isoTime, days_left: z.number(), can_report: z.boolean() }).optional(),
  /** The last report of a drop. `reason`: why an admin dismissed it. */
  drop: z.object({ state: z.enum(dropStates), reason: z.string().nullable(), reported_at: isoTime }).optional(),
  /**
   * The provider finds the post private, hidden or deleted. With `to_send` the store retries automatically. With `delivered`
   * it refused the last refill for it.
   */
  hidden: z.literal(true).optional(),
  /** With `to_send`: starts when the delivery of another order for the same post is complete. */
  after_other_order: z.literal(true).optional(),
  /** The buyer can ask for another link. */
  can_replace: z.literal(true).optional(),
  /** The last request to replace the link at this position. `reason`: why an admin declined it. */
  link_request: z
    .object({
      new_link: z.string(),
      state: z.enum(linkRequestStates),
      reason: z.string().nullable(),
      requested_at: isoTime,
      /** The old link is not sent automatically: until an admin decides, 24 hours at most. */
      holds: z.literal(true).optional(),
    })
    .optional(),
});

/** How to pay by transfer. Instructions and `reference` are plain text. */
export const transfer = z.object({
  instructions: z.string(),
  reference: z.string(),
  /** Dollars. */
  amount: z.number(),
  /** The order waits until then: the end of a day in `time_zone`, which is the store's. */
  expires_at: isoTime,
  time_zone: z.string(),
  /** Where the operator has set up Pix. `amount`: reais; null: the payer enters it. `qr`: a PNG of the code, as a data URL. */
  pix: z.object({ key: z.string(), code: z.string(), amount: z.number().nullable(), qr: z.string() }).optional(),
});
export type Transfer = z.output<typeof transfer>;

export const orderFacts = z.object({
  /** Only while `payment` is `awaiting_transfer`. */
  transfer: transfer.optional(),
  /** The payment has been confirming for more than two minutes. */
  confirming_long: z.boolean(),
  refunded_amount: z.number(),
  refunds: z.array(refund),
  /** Null when no link is left to send. */
  sending: z.enum(sendingStates).nullable(),
  /** Which links the order takes; absent: posts of Instagram. */
  link_rule: z.enum(otherLinkRules).optional(),
  /** In the order of the links. */
  posts: z.array(post),
});
