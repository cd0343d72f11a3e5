// What panels say, read tolerantly: strings or numbers everywhere, unknown fields pass. What a value means is in `map.ts`.
import { z } from 'zod';

/** A value that stands alone; what is neither text nor a number counts as missing. */
const scalar = z.union([z.string(), z.number()]).optional().catch(undefined);

/** Any JSON body that carries an error, whatever other fields it holds. */
export const wireError = z.looseObject({ error: z.unknown().optional() });

/** The answer to `add`. */
export const wirePlaced = z.looseObject({ order: scalar });

/** The answer to `status` for one order, or one entry of a batch; `order` names it where the batch is a list. */
export const wireStatus = z.looseObject({
  error: z.unknown().optional(),
  order: scalar,
  status: scalar,
  remains: scalar,
  start_count: scalar,
  charge: scalar,
});

/** The answer to `refill`: an id, or an object with an error of its own; some panels answer with a list of one. */
export const wireRefill = z.looseObject({ refill: z.unknown().optional() });

export const wireCancel = z.looseObject({ cancel: z.unknown().optional() });

/** One entry of an answer about several orders or refills, which names what it is about. */
export const wireEntry = z.looseObject({ order: scalar, refill: z.unknown().optional() });

export const wireService = z.looseObject({
  service: scalar,
  id: scalar,
  name: scalar,
  category: scalar,
  rate: scalar,
  min: scalar,
  max: scalar,
  refill: z.unknown().optional(),
  cancel: z.unknown().optional(),
});

export const wireBalance = z.looseObject({ balance: scalar, currency: z.string().optional().catch(undefined) });

export type WireStatus = z.infer<typeof wireStatus>;
