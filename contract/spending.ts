// Calls about the spending caps: how much of each is used, and opening one that was reached.
import { z } from 'zod';
import { byName } from './by-name.ts';
import { endpoint } from './endpoint.ts';
import { capWindows, spendingKinds } from './spending-caps.ts';

/** Dollars, of confirmations their number. `used`: since the cap was lifted, if that is later. `cap` null: none. */
const use = z.object({ used: z.number(), cap: z.number().nullable() });
const spending = z.object(
  byName(spendingKinds, () =>
    z.object({
      ...byName(capWindows, () => use),
      /** Since when acts of this kind are refused; null while they are not. */
      reached_at: z.string().nullable(),
    }),
  ),
);

export const getSpending = endpoint('GET /api/admin/spending', {
  role: 'viewer',
  summary: 'Returns how much of the spending caps is used.',
  output: spending,
});

/** Earlier uses no longer count. The audit log records the admin. */
export const liftSpendingCap = endpoint('POST /api/admin/spending/{kind}/lift', {
  role: 'owner',
  stepUp: true,
  summary: 'Opens a spending cap that was reached.',
  input: { params: z.object({ kind: z.enum(spendingKinds) }) },
  output: spending,
  errors: ['invalid_input'],
});
