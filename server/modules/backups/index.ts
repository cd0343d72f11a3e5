import { storeModule } from '../../store-module.ts';
import { backupRoutes } from './backups.routes.ts';

export const backups = storeModule({ routes: backupRoutes });
