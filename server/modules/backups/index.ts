import type { StoreModule } from '../../store-module.ts';
import { backUp } from '../../workflows/back-up.ts';
import { backupRoutes } from './backups.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    make_backup: NoPayload;
  }
}

export const backups = {
  routes: backupRoutes,
  jobs: {
    make_backup: { run: backUp, schedule: '7 2 * * *' },
  },
} satisfies StoreModule;
