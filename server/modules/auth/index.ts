import { sql } from 'drizzle-orm';
import type { StoreModule } from '../../store-module.ts';
import { accountRoutes } from './accounts.routes.ts';
import * as authRepository from './auth.repository.ts';
import { authRoutes } from './auth.routes.ts';
import { adminSessions } from './auth.schema.ts';
import { purgeDevices } from './devices.ts';
import { purgeInvitations } from './invitations.ts';
import * as passkeysRepository from './passkeys.repository.ts';

export const auth = {
  routes: { ...accountRoutes, ...authRoutes },
  purge: async ({ database }) => {
    await authRepository.purgeOld(database.db);
    await purgeDevices(database.db);
    await purgeInvitations(database.db);
    await passkeysRepository.purgeChallenges(database.db);
  },
  privacy: {
    retention: {
      sessions: {
        // They are few: no index.
        select: (now, days) =>
          sql`select id from ${adminSessions} where expires_at < ${now} - ${days} * interval '1 day'`,
        table: adminSessions,
      },
    },
  },
} satisfies StoreModule;
