import { storeModule } from '../../store-module.ts';
import { accountRoutes } from './accounts.routes.ts';
import * as authRepository from './auth.repository.ts';
import { authRoutes } from './auth.routes.ts';
import * as devicesRepository from './devices.repository.ts';
import * as passkeysRepository from './passkeys.repository.ts';

export const auth = storeModule({
  routes: { ...accountRoutes, ...authRoutes },
  purge: async ({ database }) => {
    await authRepository.purgeOld(database.db);
    await devicesRepository.purgeUnused(database.db);
    await passkeysRepository.purgeChallenges(database.db);
  },
});
