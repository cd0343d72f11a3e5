// What a page reports of its own failures, so that "our team has been notified" is true (A-15, ERR-10).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const clientErrorStage = z.enum(['payment_library', 'payment_configure', 'payment_page', 'payment_callback']);
export type ClientErrorStage = z.output<typeof clientErrorStage>;

/** Kept as an alert, once an hour for an order and stage. An order that does not exist is left out. */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  access: 'public',
  summary: 'Tells the operator that the card form failed in a browser.',
  input: {
    body: z.object({
      orderId: z.string().max(40).optional(),
      stage: clientErrorStage,
      message: z.string().max(500).default(''),
    }),
  },
  output: z.object({ success: z.literal(true) }),
  errors: ['invalid_input', 'rate_limited'],
  limit: 'client_error',
  noStore: true,
});
