// The modules of the store. Each is a folder that names its parts in its `index.ts` (`store-module.ts`).
import { analytics } from './modules/analytics/index.ts';
import { apiKeys } from './modules/api-keys/index.ts';
import { auth } from './modules/auth/index.ts';
import { backups } from './modules/backups/index.ts';
import { clientErrors } from './modules/client-errors/index.ts';
import { fulfilment } from './modules/fulfilment/index.ts';
import { orders } from './modules/orders/index.ts';
import { payments } from './modules/payments/index.ts';
import { security } from './modules/security/index.ts';
import { tracking } from './modules/tracking/index.ts';

export const modules = [
  analytics,
  apiKeys,
  auth,
  backups,
  clientErrors,
  fulfilment,
  orders,
  payments,
  security,
  tracking,
] as const;
