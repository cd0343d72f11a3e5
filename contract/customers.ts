// Calls about customers: email, totals, orders, notes and tags.
import { z } from 'zod';
import { personEmail } from './data-privacy.ts';
import { endpoint } from './endpoint.ts';
import { longestNote, longestTag, mostTags } from './list-limits.ts';
import { order } from './orders.ts';
import { pageLimit, pageQuery, success } from './shared-schemas.ts';
import { nameInput, noteInput, searchInput } from './text-inputs.ts';

/** The most newest orders that each customer includes. `GET /api/admin/customers/{email}/orders` has all of them. */
const maxOrdersShown = 20;

/**
 * A bare array by pages; the total in X-Total-Count (capped at `countedAtMost`, then with X-Total-Capped), the next
 * page in Link. One customer per email, case-insensitive. totalSpent: dollars paid less refunds, including deleted
 * orders; totalOrders excludes them. `orders`: so many of each customer at most; the admin area requests none.
 */
export const listCustomers = endpoint('GET /api/admin/customers', {
  role: 'viewer',
  total: 'capped',
  scope: 'customers:read',
  summary: 'Lists customers with their newest orders, by pages.',
  input: {
    query: z.object({
      limit: pageLimit(),
      cursor: z.string().max(500).optional(),
      search: searchInput
        .max(254)
        .refine((text) => !text.includes('\0'))
        .optional(),
      sort: z.enum(['spent', 'orders', 'recent']).default('spent'),
      orders: z.coerce.number().int().min(0).max(maxOrdersShown).default(maxOrdersShown),
    }),
  },
  output: z.array(
    z.object({
      email: z.string(),
      username: z.string(),
      totalSpent: z.number(),
      totalOrders: z.number(),
      last_order_at: z.string(),
      orders: z.array(order),
      tags: z.array(z.string()),
    }),
  ),
  errors: ['invalid_input'],
});

/**
 * The nearest emails of customers that differ from a typed one by at most two letters: inserted, missing, wrong or swapped.
 * Empty for a text that is no whole address.
 */
export const similarEmails = endpoint('GET /api/admin/similar-emails', {
  role: 'viewer',
  scope: 'customers:read',
  summary: 'Lists the emails of customers that a mistyped email probably means.',
  input: { query: z.object({ email: searchInput.max(254).refine((text) => !text.includes('\0')) }) },
  output: z.array(z.string()),
  errors: ['invalid_input'],
});

const customerParams = z.object({ email: personEmail });

/** Maximum number of notes in the response; the newest ones are returned. */
export const mostCustomerNotes = 100;

const customerDetails = z.object({
  email: z.string(),
  /** Empty without an order. */
  username: z.string(),
  totalSpent: z.number(),
  totalRefunded: z.number(),
  totalOrders: z.number(),
  last_order_at: z.string().nullable(),
  tags: z.array(z.string()),
  /** Newest first. Empty for an API key. */
  notes: z.array(z.object({ note: z.string(), written_by: z.string(), written_at: z.string() })),
});

/** Anyone with an order, a message to the support, a note or a tag. Emails are compared case-insensitively. */
export const getCustomer = endpoint('GET /api/admin/customers/{email}', {
  role: 'viewer',
  scope: 'customers:read',
  summary: 'Returns one customer with totals and tags, to admins also with notes.',
  input: { params: customerParams },
  output: customerDetails,
  errors: ['not_found', 'invalid_input'],
});

/** Newest first, a bare array; the next page in Link. An unknown email has no orders. */
export const listCustomerOrders = endpoint('GET /api/admin/customers/{email}/orders', {
  role: 'viewer',
  scope: 'customers:read',
  summary: 'Lists the orders of a customer, newest first, by pages.',
  input: { params: customerParams, query: pageQuery.extend({ limit: pageLimit(20) }) },
  output: z.array(order),
  errors: ['invalid_input'],
});

/** A note that only admins see. It cannot be changed; it goes with the last order and message of the customer. */
export const addCustomerNote = endpoint('POST /api/admin/customers/{email}/notes', {
  role: 'support',
  stepUp: { neverBecause: 'a note is only added, under the name of the admin' },
  summary: 'Adds a note to a customer.',
  input: { params: customerParams, body: z.object({ note: noteInput(longestNote) }) },
  output: success,
  errors: ['not_found', 'invalid_input'],
});

/** Replaces all tags. Tags that differ in case only count as one. */
export const setCustomerTags = endpoint('PUT /api/admin/customers/{email}/tags', {
  role: 'support',
  stepUp: { neverBecause: 'tags move no money and reach nobody' },
  summary: 'Replaces the tags of a customer.',
  input: {
    params: customerParams,
    body: z.object({ tags: z.array(nameInput(longestTag)).max(mostTags) }),
  },
  output: z.object({ tags: z.array(z.string()) }),
  errors: ['not_found', 'invalid_input'],
});
