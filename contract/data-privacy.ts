// Privacy requests about an email address: export and erasure of personal data, and the preview of data retention.
import { z } from 'zod';
import { byName } from './by-name.ts';
import { endpoint } from './endpoint.ts';
import { linkRequestStates } from './link-requests.ts';
import { retentionNames } from './retention.ts';
import { firstRetention } from './setting-fields.ts';
import type { CodeWithoutParams } from './store-messages.ts';
import { addressInput } from './text-inputs.ts';

/** Compared case-insensitively. Looser than at the checkout, so that it covers all stored addresses. */
export const personEmail = addressInput
  .max(254)
  .refine((text) => /^[^@\0]+@[^@\0]+$/.test(text), { error: 'email_address_needed' satisfies CodeWithoutParams });
const person = { body: z.object({ email: personEmail }) };
const at = z.string();
const atOrNever = at.nullable();

/** Dollars as numbers, times in ISO 8601 UTC. */
export const personalData = z.object({
  email: z.string(),
  exported_at: at,
  orders: z.array(
    z.object({
      id: z.string(),
      created_at: at,
      email: z.string(),
      username: z.string(),
      category: z.string(),
      quantity: z.number(),
      amount: z.number(),
      refunded_amount: z.number(),
      currency: z.string(),
      language: z.string(),
      network_country: z.string().nullable(),
      /** Where the visit came from. */
      source: z.record(z.string(), z.string()).nullable(),
      device_type: z.string().nullable(),
      /** The version of the settings whose terms were accepted. */
      terms_version: z.number().nullable(),
      post_links: z.array(z.string()),
      status: z.string(),
      payment_status: z.string(),
      paid_at: atOrNever,
      deleted_at: atOrNever,
      notes: z.array(z.object({ written_at: at, note: z.string() })),
    }),
  ),
  deliveries: z.array(
    z.object({
      order_id: z.string(),
      position: z.number(),
      post_link: z.string(),
      quantity: z.number(),
      state: z.string(),
      provider_order_id: z.string().nullable(),
      live_status: z.string().nullable(),
      remains: z.number().nullable(),
      said: z.array(z.string()),
      created_at: at,
    }),
  ),
  link_requests: z.array(
    z.object({
      order_id: z.string(),
      old_link: z.string(),
      new_link: z.string(),
      state: z.enum(linkRequestStates),
      /** Why an admin declined it. */
      reason: z.string().nullable(),
      requested_at: at,
    }),
  ),
  replaced_links: z.array(
    z.object({
      order_id: z.string(),
      old_link: z.string(),
      new_link: z.string(),
      reason: z.string().nullable(),
      delivered: z.number(),
      replaced_at: at,
    }),
  ),
  /** Of a card only brand, last four digits, wallet and country; the store has no other card data. */
  payments: z.array(
    z.object({
      order_id: z.string(),
      gateway: z.string(),
      gateway_order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      state: z.string(),
      card_brand: z.string().nullable(),
      card_last4: z.string().nullable(),
      card_wallet: z.string().nullable(),
      card_country: z.string().nullable(),
      opened_at: at,
    }),
  ),
  /** Chosen by the person, with the amount that the instructions had. */
  transfers: z.array(
    z.object({
      order_id: z.string(),
      reference: z.string(),
      amount: z.number(),
      currency: z.string(),
      opened_at: at,
      expires_at: at,
    }),
  ),
  /** Transfers that an admin found in the file of a bank. */
  transfer_decisions: z.array(
    z.object({
      order_id: z.string(),
      decision: z.string(),
      day: z.string(),
      amount: z.number(),
      currency: z.string(),
      note: z.string(),
      decided_at: at,
    }),
  ),
  /** Payment events of the gateway or of an admin. */
  payment_events: z.array(
    z.object({
      order_id: z.string(),
      happened_at: at,
      conclusion: z.string(),
      said: z.record(z.string(), z.unknown()),
    }),
  ),
  refunds: z.array(
    z.object({
      order_id: z.string(),
      number: z.number(),
      amount: z.number(),
      currency: z.string(),
      reason: z.string(),
      state: z.string(),
      created_at: at,
    }),
  ),
  mails: z.array(
    z.object({
      kind: z.string(),
      order_id: z.string().nullable(),
      recipient: z.string(),
      state: z.string(),
      created_at: at,
      sent_at: atOrNever,
      subject: z.string().nullable(),
      text: z.string().nullable(),
    }),
  ),
  contact_messages: z.array(
    z.object({
      received_at: at,
      name: z.string(),
      email: z.string(),
      reply_to: z.string().nullable(),
      subject: z.string(),
      message: z.string(),
      rest: z.string().nullable(),
      /** The whole email, where a part of it is in no text. */
      source: z.string().nullable(),
      replies: z.array(z.object({ written_at: at, text: z.string() })),
    }),
  ),
  /** Emails in the threads of these messages, and those of the person in other threads. */
  incoming_emails: z.array(
    z.object({
      received_at: at,
      name: z.string(),
      email: z.string(),
      reply_to: z.string().nullable(),
      text: z.string(),
      rest: z.string().nullable(),
      /** The whole email, where a part of it is in no text. */
      source: z.string().nullable(),
    }),
  ),
  /** Audit log entries that contain data of the person. */
  audit: z.array(
    z.object({ happened_at: at, action: z.string(), subject: z.string(), said: z.record(z.string(), z.unknown()) }),
  ),
  alerts: z.array(
    z.object({ raised_at: at, type: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }),
  ),
  /** Deliveries to the operator's webhooks. */
  webhook_deliveries: z.array(
    z.object({
      event: z.string(),
      sent_to: z.string(),
      created_at: at,
      delivered_at: at.nullable(),
      said: z.record(z.string(), z.unknown()),
    }),
  ),
  saved_filters: z.array(z.object({ name: z.string(), filter: z.record(z.string(), z.unknown()) })),
  /** Notes and tags that admins gave to the customer. */
  customer_notes: z.array(z.object({ written_at: at, note: z.string() })),
  customer_tags: z.array(z.string()),
});

/** The complete data without a limit; empty lists for an unknown email. The email is compared case-insensitively. */
export const exportPerson = endpoint('POST /api/admin/people/export', {
  role: 'manager',
  stepUp: true,
  summary: 'Exports all data about an email address.',
  input: person,
  output: personalData,
  errors: ['invalid_input'],
});

/**
 * Erases all personal data in one transaction. Accounting records remain with a pseudonymous email. All counts are 0
 * for an unknown email, so a repeat has no effect. 409 with `orderIds` while orders of the email are being paid,
 * delivered or refunded.
 */
export const erasePerson = endpoint('POST /api/admin/people/erase', {
  role: 'manager',
  stepUp: true,
  summary: 'Erases the personal data of an email address.',
  input: person,
  output: z.object({
    success: z.literal(true),
    erased: z.object({
      orders: z.number(),
      mails: z.number(),
      contact_messages: z.number(),
      audit_details: z.number(),
      alerts: z.number(),
      /** Notes and tags of the customer. */
      customer_notes: z.number(),
    }),
  }),
  errors: ['invalid_input', 'conflict'],
});

const days = z.coerce.number().int().min(1).max(3650);
const found = z.number();

/** The rows that each retention period would delete now. Counts above `most` are returned as `most`. */
export const previewRetention = endpoint('GET /api/admin/retention/preview', {
  role: 'viewer',
  summary: 'Counts the records that a retention period would delete.',
  input: {
    query: z.object({
      ...byName(['visits', 'alerts', 'sessions', 'mails', 'messages'] as const, () => days),
      orders: days.default(firstRetention.orders),
    }),
  },
  output: z.object({
    most: z.number(),
    counts: z.object(byName(retentionNames, () => found)),
  }),
  errors: ['invalid_input'],
});
