import type { StoreModule } from '../../store-module.ts';
import { purgeCounts } from '../../workflows/fold-counts.ts';
import { mailHeldAlerts } from './alerts.ts';
import { chainAudit } from './audit-chain.ts';
import { checkAudit } from './audit-check.ts';
import { securityPrivacy } from './security.privacy.ts';
import { securityRoutes } from './security.routes.ts';
import { alertSuspiciousOrders } from './suspicious-orders.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    watch_orders: NoPayload;
    /** One email about the alerts that were held back. */
    mail_held_alerts: NoPayload;
    forget_limits: NoPayload;
    chain_audit: NoPayload;
    check_audit: NoPayload;
  }
}

export const security = {
  routes: securityRoutes,
  jobs: {
    watch_orders: { run: alertSuspiciousOrders, schedule: '* * * * *' },
    mail_held_alerts: { run: mailHeldAlerts, schedule: '*/10 * * * *' },
    forget_limits: { run: purgeCounts, schedule: '* * * * *' },
    chain_audit: { run: ({ database }) => chainAudit(database), schedule: '* * * * *' },
    check_audit: { run: (ctx) => checkAudit(ctx), schedule: '29 3 * * *' },
  },
  privacy: securityPrivacy,
} satisfies StoreModule;
