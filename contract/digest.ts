// The call about the digest: its preview.
import { z } from 'zod';
import { digestPeriods } from './digest-rules.ts';
import { letter } from './emails.ts';
import { endpoint } from './endpoint.ts';
import { adminLanguages } from './admin-languages.ts';

/** daily: of yesterday. weekly: of the last complete week, from Monday on. Sends nothing. */
export const previewDigest = endpoint('GET /api/admin/mails/digest', {
  role: 'viewer',
  summary: 'Returns the digest of the last day or week, as it would be sent now.',
  input: { query: z.object({ period: z.enum(digestPeriods), language: z.enum(adminLanguages) }) },
  output: letter,
  errors: ['invalid_input'],
});
