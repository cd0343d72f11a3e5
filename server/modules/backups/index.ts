import { storeModule } from '../../store-module.ts';
import { backUp } from '../../workflows/back-up.ts';
import { backupRoutes } from './backups.routes.ts';

export const backups = storeModule({
  routes: backupRoutes,
  jobs: {
    make_backup: { run: backUp, schedule: '7 2 * * *' },
  },
});
