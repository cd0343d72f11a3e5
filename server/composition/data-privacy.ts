// Customers, visitors and data subject rights.
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import { distinctVisitors } from '../http/rate-limits.ts';
import { orderFiguresFrom } from '../modules/analytics/analytics.repository.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import { createDataPrivacy } from '../modules/data-privacy/data-privacy.service.ts';
import { createOldOrders } from '../modules/data-privacy/old-orders.ts';
import { createEmailPreview } from '../modules/email/email-preview.ts';
import { createPresence } from '../modules/presence/presence.service.ts';
import { readBreakdown, readDashboard } from '../modules/visitors/dashboard.ts';
import type { VisitFilter } from '../modules/visitors/queries/breakdown.ts';
import type { PeriodName } from '../modules/visitors/queries/period.ts';
import { createVisitorKeys } from '../modules/visitors/visitor-keys.ts';
import { createVisits } from '../modules/visitors/visits.ts';
import type { Core } from './core.ts';

export type DataPrivacyServices = ReturnType<typeof wireDataPrivacy>;

/** `isOurs`: whether a token is an admin's, whose own visits are not counted. */
export function wireDataPrivacy(core: Core, ctx: StoreContext, deps: { isOurs: (token: string) => boolean }) {
  const { config, limits, replicaReads } = core;
  const { database, audit, clock, geoIp, ids, live, log, settings } = core;
  const { publicUrl } = config;
  const ownHost = new URL(publicUrl).hostname.replace(/^www[.]/, '');
  const foldCustomers = () => customersRepository.fold(database);
  const keys = createVisitorKeys({ database, ids, clock, settings });
  return {
    foldCustomers,
    dashboard: (period: PeriodName) =>
      replicaReads.run((from) => readDashboard(from, orderFiguresFrom(from.db), period)),
    breakdown: (period: PeriodName, filter: VisitFilter) =>
      replicaReads.run((from) => readBreakdown(from, period, filter, ownHost)),
    dataPrivacy: createDataPrivacy({
      database,
      audit,
      live,
      ids,
      clock,
      foldCustomers,
      wordsOfMail: createEmailPreview({
        database,
        settings,
        publicUrl,
        receiptPath: ctx.receiptLinks.pathOf,
        orderPath: ctx.receiptLinks.orderPathOf,
      }),
    }),
    oldOrders: createOldOrders({ database, ids, audit, live, foldCustomers }),
    presence: createPresence({ database, keys, geoIp, settings, live, ids, log }),
    visits: createVisits({
      database,
      keys,
      geoIp,
      settings,
      isOurs: deps.isOurs,
      log,
      countVisitor: (ip, key) => fits(() => limits.spendDistinct(distinctVisitors, 'distinct_visitors', ip, key)),
    }),
  };
}

/** Whether a use was counted, instead of the refusal. */
function fits(spend: () => void): boolean {
  try {
    spend();
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'rate_limited') return false;
    throw error;
  }
}
