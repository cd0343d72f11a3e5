// The responses of panels, read tolerantly: strings or numbers, unknown fields pass. `map.ts` has the meaning of
// values.
import { z } from 'zod';

/** A scalar value; anything but a text or a number counts as missing. */
const scalar = z.union([z.string(), z.number()]).optional().catch(undefined);

/** Any JSON body with an error, whatever its other fields. */
export const wireError = z.looseObject({ error: z.unknown().optional() });

/** The response to `add`. */
export const wirePlaced = z.looseObject({ order: scalar });

/** The response to `status` for one order, or one entry of a batch; `order` identifies it in a list. */
export const wireStatus = z.looseObject({
  error: z.unknown().optional(),
  order: scalar,
  status: scalar,
  remains: scalar,
  start_count: scalar,
  charge: scalar,
});

/** The response to `refill`: an ID, or an object with an error; some panels return a list with one entry. */
export const wireRefill = z.looseObject({ refill: z.unknown().optional() });

export const wireCancel = z.looseObject({ cancel: z.unknown().optional() });

/** One entry of a response about several orders or refills, with its ID. */
export const wireEntry = z.looseObject({ order: scalar, refill: z.unknown().optional() });

export const wireService = z.looseObject({
  service: scalar,
  id: scalar,
  name: scalar,
  category: scalar,
  type: scalar,
  rate: scalar,
  min: scalar,
  max: scalar,
  refill: z.unknown().optional(),
  cancel: z.unknown().optional(),
});

/** The balance may be wrapped, as in `{"data":{"balance":...}}`. */
export const wireBalance = z.looseObject({ balance: scalar, currency: z.string().optional().catch(undefined) });

export type WireStatus = z.infer<typeof wireStatus>;
