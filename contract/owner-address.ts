// Calls about the owner's address: where notices about access and money go.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { addressInput } from './text-inputs.ts';

/**
 * `address`: where notices go now. `is_set`: false while that is the support email. `pending`: the change that waits,
 * null without one.
 */
const ownerAddress = z.object({
  address: z.string(),
  is_set: z.boolean(),
  can_mail: z.boolean(),
  pending: z.object({ address: z.string(), takes_effect_at: z.string(), requested_by: z.string() }).nullable(),
});

export const getOwnerAddress = endpoint('GET /api/admin/owner-address', {
  role: 'owner',
  summary: "Returns the owner's address and its pending change.",
  output: ownerAddress,
});

/**
 * The first address takes effect at once before a live store opens. Any other one does after 24 hours. A newer change
 * replaces one that waits. The present address cancels it.
 */
export const setOwnerAddress = endpoint('PUT /api/admin/owner-address', {
  role: 'owner',
  stepUp: true,
  summary: "Changes the owner's address.",
  input: { body: z.object({ address: addressInput }) },
  output: ownerAddress,
  errors: ['invalid_input'],
});

/** Without a pending change, nothing happens. */
export const cancelOwnerAddress = endpoint('DELETE /api/admin/owner-address/pending', {
  role: 'owner',
  stepUp: true,
  summary: "Cancels the pending change of the owner's address.",
  output: ownerAddress,
});
