// The call that reads the audit log: who did what to what. Nothing writes to it from outside.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * The newest first. `search`: an order's id or another subject in full, an admin's e-mail, the first
 * nine characters of an API key, or the beginning of an action
 * ("order.", "session"). Each answer's `Link` header leads to the next page.
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Who did what to what, by pages.',
  input: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** An entry's id: those before it. */
      cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      search: z.string().max(254).optional(),
    }),
  },
  output: z.array(
    z.object({
      id: z.number(),
      happened_at: z.string(),
      /** An admin's e-mail, "API key" and its name, `system`, `visitor`, or `admin` for one who was removed. */
      actor: z.string(),
      action: z.string(),
      subject: z.string(),
      details: z.record(z.string(), z.unknown()),
      /** What it says of a person; null where there is nothing, or it was erased. */
      personal: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  errors: ['invalid_input'],
});
