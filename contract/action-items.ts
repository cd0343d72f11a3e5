// Calls about action items: list them by kind, dismiss one, retry a job.
import { z } from 'zod';
import { actionItemKinds, cancelChoices, delayReasons, undismissable } from './action-item-kinds.ts';
import { orderCategories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { messageFields, success } from './shared-schemas.ts';
import { noteInput } from './text-inputs.ts';

const actionItemKind = z.enum(actionItemKinds);

const actionItem = z.object({
  /** Unique within its kind. */
  subject: z.string(),
  /** The order where it is resolved; null for an item without an order. */
  order_id: z.string().nullable(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** A description by the store, or the error message of an external service; may be empty. */
  words: z.string(),
  /** Of a description by the store. */
  ...messageFields,
  /** Only kinds about an offer or its service. `offer`: the ID of one that does not stand for its category. */
  category: z.enum(orderCategories).optional(),
  offer: z.string().optional(),
  offer_name: z.string().optional(),
  /** The order; missing for an item without one. Amounts in dollars. */
  order: z
    .object({
      customer_email: z.string(),
      category: z.enum(orderCategories),
      offer: z.string().optional(),
      offer_name: z.string().optional(),
      quantity: z.number(),
      amount: z.number(),
    })
    .optional(),
  /** The link; missing for an item about none. */
  link: z
    .object({
      post_link: z.string(),
      quantity: z.number(),
      api_order_id: z.string().nullable(),
      /** Of the last refill request. */
      refill_requested_at: z.string().nullable(),
      /** The new link that the buyer requested, and another order that is being delivered to its post. */
      requested: z.object({ new_link: z.string(), active_order_id: z.string().nullable() }).optional(),
    })
    .optional(),
  /** Only `chargeback`: when the evidence is due, where the gateway returned it. */
  evidence_due_at: z.string().optional(),
  /** Only `delivery_stalled`. `at` of the item is the send, for "unchanged" the last change. */
  delay: z
    .object({
      reason: z.enum(delayReasons),
      provider_id: z.string(),
      /**
       * Within so many seconds 9 of 10 links of this service and quantity band began (`not_begun`) or were complete; null
       * while fewer than 10 are over, or while too many are open.
       */
      usual_seconds: z.number().nullable(),
      /** True when a refill may be requested. */
      can_refill: z.boolean(),
      cancel: z.enum(cancelChoices),
    })
    .optional(),
  /** Only `delivery_stopped`: the worth of the order's undelivered units, once all its links have ended. */
  refund: z.number().optional(),
});

/** The unsent links of paid orders. */
const linksToSend = z.object({
  links: z.number(),
  orders: z.number(),
  units: z.array(
    z.object({
      category: z.enum(orderCategories),
      /** The ID of an offer that does not stand for its category. */
      offer: z.string().optional(),
      offer_name: z.string().optional(),
      quantity: z.number(),
    }),
  ),
  /** Those of which a part was delivered before, by a provider that they left, and what is left of them. */
  rests: z.object({ links: z.number(), quantity: z.number() }),
});

/** Omits empty kinds. Counts stop at 100; `more` is then true. */
export const listActionItems = endpoint('GET /api/admin/attention', {
  role: 'viewer',
  summary: 'Lists the action items.',
  input: {
    query: z.object({
      /** Only this kind, with up to 100 items instead of the first ones. */
      kind: actionItemKind.optional(),
    }),
  },
  output: z.object({
    kinds: z.array(
      z.object({
        kind: actionItemKind,
        count: z.number(),
        /** True when more than `count` items exist. */
        more: z.boolean(),
        /** True when an admin may dismiss it. */
        may_set_aside: z.boolean(),
        /** Only `delivery_stopped`: in dollars, for the orders of all counted items whose links have ended. */
        refund: z.number().optional(),
        items: z.array(actionItem),
      }),
    ),
    /** Missing in the list of one kind, and when no link is to be sent. */
    to_send: linksToSend.optional(),
  }),
});

/**
 * Dismisses one item permanently and records the note with its author. For `delivery_stopped` it also settles the
 * undelivered part, which may complete the order.
 */
export const dismissActionItem = endpoint('POST /api/admin/attention/aside', {
  role: 'manager',
  stepUp: { neverBecause: 'the audit log keeps the item with its reason' },
  summary: 'Dismisses an action item.',
  input: {
    body: z.object({
      kind: actionItemKind.exclude(undismissable),
      subject: z.string().min(1).max(200),
      note: noteInput(500),
    }),
  },
  output: success,
  errors: ['not_found'],
});

/** Runs an abandoned job again immediately. */
export const retryJob = endpoint('POST /api/admin/jobs/{id}/retry', {
  role: 'manager',
  stepUp: { neverBecause: 'it repeats what the store already decided' },
  summary: 'Retries a failed job.',
  input: { params: z.object({ id: z.string().regex(/^\d{1,18}$/) }) },
  output: success,
  errors: ['not_found'],
});
