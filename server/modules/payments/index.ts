import { storeModule } from '../../store-module.ts';
import { paymentNotificationRoutes } from './payment-notifications.routes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { reconciliationRoutes } from './reconciliation.routes.ts';
import { refundRoutes } from './refunds.routes.ts';

export const payments = storeModule({
  routes: { ...paymentNotificationRoutes, ...paymentRoutes, ...reconciliationRoutes, ...refundRoutes },
});
