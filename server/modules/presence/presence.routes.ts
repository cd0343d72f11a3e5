import type { Clock } from '../../platform/clock.ts';
import type { Handlers } from '../../request-context.ts';
import type { Presence } from './presence.service.ts';

export function presenceRoutes(deps: {
  presence: Presence;
  clock: Clock;
}): Handlers<'trackUser' | 'trackUserAgain' | 'onlineUsers'> {
  const { presence, clock } = deps;
  return {
    trackUser: async ({ body }, call) => ({ userId: await presence.open(body.page, call) }),

    trackUserAgain: async ({ params, body }, call) => {
      await presence.beat(params.userId, body.page, call);
      return { success: true };
    },

    onlineUsers: async () => {
      const { counts, users } = await presence.look();
      return {
        uniqueOnlineUsers: counts.online,
        totalUsers: counts.sessions,
        todayUniqueVisitors: counts.today,
        timestamp: clock.now().toISOString(),
        users: users.map(({ id, ipAddress, country, page, userAgent, seenAt }) => ({
          id,
          ip: ipAddress,
          country,
          currentPage: page,
          userAgent,
          lastActivity: seenAt.toISOString(),
        })),
      };
    },
  };
}
