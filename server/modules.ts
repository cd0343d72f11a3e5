// The modules of the store. Each is a folder that names its parts in its `index.ts` (`store-module.ts`).
import { analytics } from './modules/analytics/index.ts';
import { backups } from './modules/backups/index.ts';
import { clientErrors } from './modules/client-errors/index.ts';

export const modules = [analytics, backups, clientErrors] as const;
