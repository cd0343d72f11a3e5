// The call about the evidence of an order, for a dispute at the gateway. It submits nothing.
import { z } from 'zod';
import { deliveryRequestKinds, deliveryRequestStates, dispatchStates } from './dispatch-status.ts';
import { emailStates } from './email-kinds.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { order } from './orders.ts';
import { refundStates } from './payment-status.ts';
import { payment } from './payments.ts';
import { byId } from './shared-schemas.ts';

const isoTime = z.string();

/** What the buyer accepted. `changed_at`: of the version that brought this wording, which is `version`. */
const acceptedTerms = z.object({
  version: z.number(),
  changed_at: isoTime,
  /** SHA-256 of both texts; null with `texts` where the store recorded the version only. */
  hash: z.string().nullable(),
  texts: z.object({ terms: z.string(), refunds: z.string() }).nullable(),
});

const dispute = z.object({
  /** The number of the payment. */
  payment: z.number(),
  opened_at: isoTime,
  /** When it ended for the store; null while it is open or lost. */
  won_at: isoTime.nullable(),
  /** When the evidence is due; null where the gateway returned no date. */
  due_at: isoTime.nullable(),
});

/** A link with the latest report of its provider. */
const link = z.object({
  post_link: z.string(),
  /** Less what was delivered to links that this one replaced. */
  ordered: z.number(),
  /** Null: the provider reported no count. */
  delivered: z.number().nullable(),
  /** Null: never sent to a provider. */
  status: z.enum(dispatchStates).nullable(),
  /** In the provider's wording. */
  live_status: z.string().nullable(),
  provider_order_id: z.string().nullable(),
  /** The counts of the post before and after the delivery; null where the provider reported none. */
  start_count: z.number().nullable(),
  end_count: z.number().nullable(),
  sent_at: isoTime.nullable(),
  started_at: isoTime.nullable(),
  /** When the store saw the end. */
  ended_at: isoTime.nullable(),
  checked_at: isoTime.nullable(),
});

const message = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  received_at: isoTime,
  replies: z.array(
    z.object({
      text: z.string(),
      written_at: isoTime,
      /** When the mail server accepted its email; null before that, and once data retention deleted the email. */
      sent_at: isoTime.nullable(),
    }),
  ),
});

const evidence = z.object({
  prepared_at: isoTime,
  seller: z.object({ store: z.string(), name: z.string(), address: z.string(), tax_id: z.string() }),
  order: order.extend({
    currency: z.string(),
    language: z.enum(languages),
    /** Of the buyer's network address, in English; null for an order of a version that recorded none, or erased. */
    network_country: z.string().nullable(),
    /** Hidden by an admin. */
    deleted_at: isoTime.nullable(),
  }),
  /** Null for an order of a version that recorded none. */
  terms: acceptedTerms.nullable(),
  /** The rest is oldest first. */
  disputes: z.array(dispute),
  payments: z.array(payment),
  links: z.array(link),
  replacements: z.array(
    z.object({
      /** The place of the link in the order, from 0. */
      position: z.number(),
      old_link: z.string(),
      new_link: z.string(),
      /** True: the post is the same, and its rest went to another provider. */
      is_move: z.boolean(),
      /** Units delivered to the old link. */
      delivered: z.number(),
      /** Of the old link, as in `links`; null for a replacement of a version that recorded none. */
      provider_order_id: z.string().nullable(),
      start_count: z.number().nullable(),
      end_count: z.number().nullable(),
      sent_at: isoTime.nullable(),
      ended_at: isoTime.nullable(),
      replaced_at: isoTime,
    }),
  ),
  /** Refills and cancellations that the store requested of the provider. */
  requests: z.array(
    z.object({
      position: z.number(),
      kind: z.enum(deliveryRequestKinds),
      state: z.enum(deliveryRequestStates),
      requested_at: isoTime,
      ended_at: isoTime.nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      /** Null: paid outside a gateway. */
      payment: z.number().nullable(),
      amount: z.number(),
      state: z.enum(refundStates),
      undelivered_quantity: z.number().nullable(),
      created_at: isoTime,
      updated_at: isoTime,
    }),
  ),
  /** `sent_at`: when the mail server accepted it. */
  emails: z.array(
    z.object({
      kind: z.string(),
      recipient: z.string(),
      state: z.enum(emailStates),
      created_at: isoTime,
      sent_at: isoTime.nullable(),
    }),
  ),
  /** Of the buyer's email, since the order. */
  messages: z.array(message),
});

/** Also of a hidden order. The audit log records it once per admin, order and hour. */
export const orderEvidence = endpoint('GET /api/admin/orders/{id}/evidence', {
  role: 'viewer',
  summary: 'Returns the evidence of an order for a dispute.',
  input: { params: byId },
  output: evidence,
  errors: ['order_not_found'],
});
