// Calls about the heartbeat: a regular ping to a monitor that alerts when it stays away.
import { z } from 'zod';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { heartbeatMinutes } from './system-rules.ts';

/** Null: no heartbeat is set. Times in ISO 8601 UTC. */
const heartbeat = z
  .object({
    /** The host of the URL. No response contains the URL itself. */
    masked_url: z.string(),
    interval_minutes: z.number(),
    /** Of the last ping; null before the first one. */
    tried_at: z.string().nullable(),
    succeeded_at: z.string().nullable(),
    /** The HTTP status of the last response; null without one. */
    last_status: z.number().nullable(),
    /** Why the last ping failed; null after a success. */
    problem: z.string().nullable(),
    problem_coded: codedMessage.optional(),
    /** Failed pings in a row. */
    failures: z.number(),
  })
  .nullable();

export const getHeartbeat = endpoint('GET /api/admin/heartbeat', {
  role: 'owner',
  summary: 'Returns the heartbeat and its last response.',
  output: z.object({ heartbeat }),
});

/**
 * Sends a ping at once. Without `url`, or with `masked_url` as it, the saved one stays. The URL must be public and https,
 * except the local machine of a sandbox store.
 */
export const setHeartbeat = endpoint('PUT /api/admin/heartbeat', {
  role: 'owner',
  stepUp: true,
  summary: 'Sets the URL and the interval of the heartbeat.',
  input: {
    body: z.object({
      url: z.string().trim().min(1).max(2_000).optional(),
      interval_minutes: z.number().int().min(heartbeatMinutes.least).max(heartbeatMinutes.most),
    }),
  },
  output: z.object({ heartbeat }),
  errors: ['invalid_input'],
});

/** Without a heartbeat, nothing happens. */
export const removeHeartbeat = endpoint('DELETE /api/admin/heartbeat', {
  role: 'owner',
  stepUp: true,
  summary: 'Switches the heartbeat off.',
  output: z.object({ heartbeat }),
});
