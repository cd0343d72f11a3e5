// The modules of the store. Each is a folder that names its parts in its `index.ts` (`store-module.ts`).
import { actionItems } from './modules/action-items/index.ts';
import { analytics } from './modules/analytics/index.ts';
import { apiKeys } from './modules/api-keys/index.ts';
import { auth } from './modules/auth/index.ts';
import { backups } from './modules/backups/index.ts';
import { clientErrors } from './modules/client-errors/index.ts';
import { contact } from './modules/contact/index.ts';
import { customers } from './modules/customers/index.ts';
import { dataPrivacy } from './modules/data-privacy/index.ts';
import { delivery } from './modules/delivery/index.ts';
import { digest } from './modules/digest/index.ts';
import { dispatch } from './modules/dispatch/index.ts';
import { email } from './modules/email/index.ts';
import { evidence } from './modules/evidence/index.ts';
import { finances } from './modules/finances/index.ts';
import { incomingEmail } from './modules/incoming-email/index.ts';
import { infrastructure } from './modules/infrastructure/index.ts';
import { notifications } from './modules/notifications/index.ts';
import { orders } from './modules/orders/index.ts';
import { paymentMethods } from './modules/payment-methods/index.ts';
import { payments } from './modules/payments/index.ts';
import { presence } from './modules/presence/index.ts';
import { providers } from './modules/providers/index.ts';
import { security } from './modules/security/index.ts';
import { settings } from './modules/settings/index.ts';
import { spending } from './modules/spending/index.ts';
import { system } from './modules/system/index.ts';
import { tracking } from './modules/tracking/index.ts';
import { transfers } from './modules/transfers/index.ts';
import { visitors } from './modules/visitors/index.ts';
import { webhooks } from './modules/webhooks/index.ts';

export const modules = [
  actionItems,
  analytics,
  apiKeys,
  auth,
  backups,
  clientErrors,
  contact,
  customers,
  dataPrivacy,
  delivery,
  digest,
  dispatch,
  email,
  evidence,
  finances,
  incomingEmail,
  infrastructure,
  notifications,
  orders,
  paymentMethods,
  payments,
  presence,
  providers,
  security,
  settings,
  spending,
  system,
  tracking,
  transfers,
  visitors,
  webhooks,
] as const;
