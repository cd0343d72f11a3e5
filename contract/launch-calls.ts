// Calls about the launch of a live store.
import { z } from 'zod';
import { messageFields } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { launchStatementIds, longestLaunchAnswer } from './launch.ts';

const launch = z.object({
  mode: z.enum(['sandbox', 'live']),
  /** True when the store accepts orders. */
  open: z.boolean(),
  attestation: z
    .object({ attested_at: z.string(), attested_by: z.string(), delivery: z.string(), figures: z.string() })
    .nullable(),
  /** Conditions that the store checks itself. */
  checks: z.array(
    z.object({ id: z.string(), title: z.string(), ...messageFields, done: z.boolean(), required: z.boolean() }),
  ),
  /** Statements that only the operator can make. */
  statements: z.array(z.object({ id: z.enum(launchStatementIds), title: z.string() })),
});

export const getLaunch = endpoint('GET /api/admin/launch', {
  role: 'viewer',
  summary: 'Returns the launch checks, and whether the store is open.',
  output: launch,
});

const answer = z.string().max(longestLaunchAnswer);

/** Requires every statement and both answers. Has no effect on an open store. */
export const attestLaunch = endpoint('POST /api/admin/launch/attestation', {
  role: 'owner',
  summary: 'Records the launch attestation and opens the store.',
  input: {
    body: z.object({ statements: z.array(z.enum(launchStatementIds)).max(20), delivery: answer, figures: answer }),
  },
  output: launch,
  errors: ['invalid_input', 'step_up', 'not_ready', 'conflict'],
  stepUp: true,
});
