// Error reports of pages. Without those of the checkout, the text "our team has been notified" would be false.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shared-schemas.ts';

/** `page`: a part of a page or of the admin. The others: the card form. */
export const clientErrorStage = z.enum([
  'payment_library',
  'payment_configure',
  'payment_page',
  'payment_callback',
  'page',
]);
export type ClientErrorStage = z.output<typeof clientErrorStage>;

/** Creates one alert per hour, order and stage. Ignores unknown orders. */
export const reportClientError = endpoint('POST /api/client-errors', {
  access: 'public',
  summary: 'Reports that the card form or a part of a page failed in a browser.',
  input: {
    body: z.object({
      orderId: z.string().max(40).optional(),
      stage: clientErrorStage,
      message: z.string().max(500).default(''),
    }),
  },
  output: success,
  errors: ['invalid_input', 'rate_limited'],
  limit: 'client_error',
  noStore: true,
});
