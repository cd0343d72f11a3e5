// Calls about customers: email, totals and orders.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { order } from './orders.ts';

/** The number of newest orders that each customer includes. The order list has all of them. */
export const maxOrdersShown = 20;

/**
 * A bare array by pages; the total in X-Total-Count (capped at `countedAtMost`, then with X-Total-Capped), the next
 * page in Link. One customer per email, case-insensitive. totalSpent: dollars paid less refunds, including deleted
 * orders; totalOrders excludes them.
 */
export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'admin',
  role: 'viewer',
  total: 'capped',
  scope: 'customers:read',
  summary: 'Lists customers with their newest orders, by pages.',
  input: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(500).optional(),
      search: z
        .string()
        .max(254)
        .refine((text) => !text.includes('\0'))
        .optional(),
      sort: z.enum(['spent', 'orders', 'recent']).default('spent'),
    }),
  },
  output: z.array(
    z.object({
      email: z.string(),
      username: z.string(),
      totalSpent: z.number(),
      totalOrders: z.number(),
      orders: z.array(order),
    }),
  ),
  errors: ['invalid_input'],
});
