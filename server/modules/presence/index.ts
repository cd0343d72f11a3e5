import { routes, type StoreModule } from '../../store-module.ts';
import * as presenceRepository from './presence.repository.ts';
import { beat, openPage, readOnline } from './presence.service.ts';

const presenceRoutes = routes({
  trackUser: async (ctx, { body }, call) => ({ userId: await openPage(ctx, body.page, call) }),

  trackUserAgain: async (ctx, { params, body }, call) => {
    await beat(ctx, params.userId, body.page, call);
    return { success: true };
  },

  onlineUsers: async (ctx) => {
    const { counts, users } = await readOnline(ctx);
    return {
      uniqueOnlineUsers: counts.online,
      totalUsers: counts.sessions,
      todayUniqueVisitors: counts.today,
      timestamp: ctx.clock.now().toISOString(),
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
});

export const presence = {
  routes: presenceRoutes,
  purge: ({ database }) => presenceRepository.purge(database.db),
} satisfies StoreModule;
