// The call that reads the audit log. No call writes to it.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { numberCursor, pageLimit } from './shared-schemas.ts';
import { searchInput } from './text-inputs.ts';

/**
 * Newest first. `search`: a full order ID or other subject, an admin's email, the start of an API key (nine
 * characters), or an action prefix ("order.", "session"). The `Link` header of each response has the next page.
 */
export const listAudit = endpoint('GET /api/admin/audit', {
  role: 'viewer',
  summary: 'Lists the entries of the audit log, by pages.',
  input: {
    query: z.object({
      limit: pageLimit(),
      cursor: numberCursor(),
      search: searchInput.max(254).optional(),
    }),
  },
  output: z.array(
    z.object({
      id: z.number(),
      happened_at: z.string(),
      /**
       * An admin's email, "API key" and its name (only for owners), `system`, `visitor`, or `admin` for a removed admin.
       */
      actor: z.string(),
      action: z.string(),
      subject: z.string(),
      /** Empty, as `personal`, about what only owners list: API keys, webhooks, channels, the owner's address. */
      details: z.record(z.string(), z.unknown()),
      /** Personal data; null when there is none or after an erasure. */
      personal: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  errors: ['invalid_input'],
});
