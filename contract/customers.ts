// Calls about customers: who bought, how much, and which orders (DATA-11).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { order } from './orders.ts';

/** So many of a customer's orders come with the customer, the newest; the list of orders has all. */
export const maxOrdersShown = 20;

/**
 * A bare array by pages; the total in X-Total-Count, the next page in Link (D-7); where more than `countedAtMost` match a search,
 * X-Total-Count is that number and X-Total-Capped is there. An e-mail is one customer, compared without case. totalSpent: dollars paid and not given back, also for deleted orders (D-18); totalOrders: the others.
 * `sort`: the most spent first, the most orders, or the latest order.
 */
export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'admin',
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
