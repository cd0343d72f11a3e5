// Calls about visitors online now: pages register and send heartbeats; admins read the list.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shared-schemas.ts';

/** A path; its query is dropped. */
const page = z.string().max(4_000);

/** With a GPC or DNT signal, the server stores nothing and returns an unlinked ID. */
export const trackUser = endpoint('POST /api/admin/track-user', {
  access: 'public',
  summary: 'Registers an open page.',
  input: { body: z.object({ page }) },
  output: z.object({ userId: z.string() }),
  limit: 'track_user',
  lenient: true,
  noStore: true,
});

/** Sent on each navigation and every 30 s. 404: register again. */
export const trackUserAgain = endpoint('PATCH /api/admin/track-user/{userId}', {
  access: 'public',
  summary: 'Updates the page that is open.',
  input: { params: z.object({ userId: z.string().max(100) }), body: z.object({ page }) },
  output: success,
  errors: ['not_found'],
  limit: 'track_user_again',
  lenient: true,
  noStore: true,
});

/**
 * Online: active within 90 s. `uniqueOnlineUsers`: visitors. `totalUsers`: sessions of the last 24 hours.
 * `todayUniqueVisitors`: visitors since midnight in the store's time zone. `users`: the 200 most recently active.
 */
export const onlineUsers = endpoint('GET /api/admin/online-users', {
  role: 'viewer',
  summary: 'Lists the visitors who are online.',
  output: z.object({
    uniqueOnlineUsers: z.number(),
    totalUsers: z.number(),
    todayUniqueVisitors: z.number(),
    timestamp: z.string(),
    users: z.array(
      z.object({
        id: z.string(),
        ip: z.string(),
        country: z.string(),
        currentPage: z.string(),
        userAgent: z.string(),
        lastActivity: z.string(),
      }),
    ),
  }),
});
