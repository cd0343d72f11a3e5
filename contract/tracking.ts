// Calls of a buyer who looks for orders by email, and the proof that opens them.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { defaultLanguage, languages } from './languages.ts';
import { trackedOrder } from './orders.ts';
import { success } from './shared-schemas.ts';
import { addressInput, codeInput } from './text-inputs.ts';

const email = addressInput.min(1).max(254);

/**
 * The orders of one email, case-insensitive. An unknown email returns `[]`. A stranger gets the last 90 days with
 * shortened links, and a disputed order as before the dispute, except for `payment_status`; `[]` where the store asks
 * for a code. `Order-Key: <id>.<key>, ...` opens these orders, `Order-Proof` with the token of a code opens all. The response header `Order-Code` is `required` or `offered` where a code opens more.
 */
export const ordersByEmail = endpoint('GET /api/orders/by-email/{email}', {
  access: 'public',
  summary: 'Finds the orders of an email address.',
  input: { params: z.object({ email }) },
  output: z.array(trackedOrder),
  proof: ['Order-Key', 'Order-Proof'],
  limit: 'track_by_email',
  noStore: true,
});

/** Mails a code of six digits to an address that has orders. The answer is the same for every address. */
export const mailTrackCode = endpoint('POST /api/orders/track-code', {
  access: 'public',
  summary: 'Mails a code that opens the orders of an email address.',
  input: { body: z.object({ email, language: z.enum(languages).default(defaultLanguage) }) },
  output: success,
  limit: 'track_code',
  noStore: true,
});

/** Exchanges the mailed code for a token: the header `Order-Proof` of a search. A code is valid 10 minutes, for 5 tries. */
export const proveTracking = endpoint('POST /api/orders/track-proof', {
  access: 'public',
  summary: 'Exchanges a mailed code for a token that opens the orders of its address.',
  input: { body: z.object({ email, code: codeInput }) },
  /** `expires_in`: seconds. */
  output: z.object({ token: z.string(), expires_in: z.number() }),
  errors: ['wrong_track_code'],
  limit: 'track_proof',
  noStore: true,
});
