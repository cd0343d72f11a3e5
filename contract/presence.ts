// Calls about who is here right now: pages register and say that they live; admins look (TRA-1..3, ADM-LIVE).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A path; its query is dropped (S-12). */
const page = z.string().max(4_000);

/** TRA-1, S-12. With a GPC or DNT signal nothing is kept, and the id stands for nobody (D-29). */
export const trackUser = endpoint({
  method: 'POST',
  path: '/api/admin/track-user',
  access: 'public',
  summary: 'Says that a page was opened.',
  input: { body: z.object({ page }) },
  output: z.object({ userId: z.string() }),
  errors: [],
  limit: 'track_user',
  noStore: true,
});

/** TRA-2, TRA-3: on each change of the page, and every 30 s. 404: register again. */
export const trackUserAgain = endpoint({
  method: 'PATCH',
  path: '/api/admin/track-user/{userId}',
  access: 'public',
  summary: 'Says which page is open now.',
  input: { params: z.object({ userId: z.string().max(100) }), body: z.object({ page }) },
  output: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  limit: 'track_user_again',
  noStore: true,
});

/**
 * DATA-19, A-64. Online: heard of within 90 s. `uniqueOnlineUsers` counts visitors, `totalUsers` the sessions of the last
 * 24 hours, `todayUniqueVisitors` the visitors since midnight in the store's zone. `users`: the 200 heard of last.
 */
export const onlineUsers = endpoint({
  method: 'GET',
  path: '/api/admin/online-users',
  access: 'admin',
  summary: 'Says who is here right now.',
  input: {},
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
  errors: [],
});
