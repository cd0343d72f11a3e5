// The answer of a call that has nothing else to return.
import { z } from 'zod';

export const success = z.object({ success: z.literal(true) });
