import { storeModule } from '../../store-module.ts';
import { purgeCounts } from '../../workflows/fold-counts.ts';
import { mailHeldAlerts } from './alerts.ts';
import { auditRoutes } from './audit.routes.ts';
import { chainAudit } from './audit-chain.ts';
import { checkAudit } from './audit-check.ts';
import { ownerAddressRoutes } from './owner-address.routes.ts';
import { securityRoutes } from './security.routes.ts';
import { alertSuspiciousOrders } from './suspicious-orders.ts';

export const security = storeModule({
  routes: { ...auditRoutes, ...ownerAddressRoutes, ...securityRoutes },
  jobs: {
    watch_orders: { run: alertSuspiciousOrders, schedule: '* * * * *' },
    mail_held_alerts: { run: mailHeldAlerts, schedule: '*/10 * * * *' },
    forget_limits: { run: purgeCounts, schedule: '* * * * *' },
    chain_audit: { run: ({ database }) => chainAudit(database), schedule: '* * * * *' },
    check_audit: { run: (ctx) => checkAudit(ctx), schedule: '29 3 * * *' },
  },
});
