// Composes fulfilment: links are sent to a provider, followed until they are delivered, refilled, canceled, replaced.
import * as stalledLinksRepository from '../modules/action-items/stalled-links.repository.ts';
import { createDropReportExport } from '../modules/fulfilment/drop-report-export.ts';
import { createUsualTimes } from '../modules/fulfilment/usual-times.ts';
import { systemWait, type Wait } from '../platform/clock.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { createCancelLink } from '../workflows/cancel-link.ts';
import { createDispatchAutomatically } from '../workflows/dispatch-automatically.ts';
import { createDispatchOrder } from '../workflows/dispatch-order.ts';
import { createMoveRest } from '../workflows/move-rest.ts';
import { createPauseSending } from '../workflows/pause-sending.ts';
import { createReadOrderPage } from '../workflows/read-order-page.ts';
import { createRefillOrder } from '../workflows/refill-order.ts';
import { createReplaceLink } from '../workflows/replace-link.ts';
import { createReportDrop } from '../workflows/report-drop.ts';
import { createRequestMove } from '../workflows/request-move.ts';
import { createResolveDispatch } from '../workflows/resolve-dispatch.ts';
import { createSettleDropReport } from '../workflows/settle-drop-report.ts';
import { createSyncDeliveryRequests } from '../workflows/sync-delivery-requests.ts';
import { createSyncDeliveryStatus } from '../workflows/sync-delivery-status.ts';
import { createTrackOrders } from '../workflows/track-orders.ts';
import type { Core } from './core.ts';
import type { OrderServices } from './orders.ts';
import type { ProviderServices } from './providers.ts';

export type FulfilmentServices = ReturnType<typeof wireFulfilment>;

export function wireFulfilment(
  core: Core,
  providers: ProviderServices,
  {
    finishOrder: finish,
    receiptPath,
    orderPath,
    pauseLinks,
  }: Pick<OrderServices, 'finishOrder' | 'receiptPath' | 'orderPath' | 'pauseLinks'>,
  wait: Wait = systemWait,
) {
  const { orderViews } = core;
  const { database, alerts, audit, clock, ids, jobs, live, log, outbox, settings, spending } = core;
  const { provider, routes, listPaused } = providers;
  const { isOpen } = providers.launch;
  const settleDropReport = createSettleDropReport({ outbox });
  const dispatch = createDispatchOrder({
    database,
    settings,
    routes,
    isOpen,
    spending,
    alerts,
    audit,
    outbox,
    live,
    ids,
    wait,
    log,
  });
  const dispatchAutomatically = createDispatchAutomatically({
    database,
    settings,
    routes,
    dispatch,
    audit,
    jobs,
    live,
    ids,
  });
  const usualTimes = createUsualTimes({ database, clock });
  const moveRest = createMoveRest({ audit, jobs, live, ids });
  const syncDeliveryStatus = createSyncDeliveryStatus({
    database,
    provider,
    moveRest,
    alerts,
    finish,
    jobs,
    live,
    wait,
    log,
  });
  const replaceLink = createReplaceLink({
    database,
    audit,
    outbox,
    jobs,
    live,
    ids,
  });
  const trackOrders = createTrackOrders({
    database,
    orderViews,
    receiptPath,
    orderPath,
    clock,
  });
  const readOrderPage = createReadOrderPage({
    database,
    settings,
    clock,
    orderViews,
    receiptPath,
  });
  const refillLink = createRefillOrder({
    database,
    provider,
    audit,
    settleDropReport,
    live,
    ids,
  });
  const reportDrop = createReportDrop({
    database,
    refillLink,
    settings,
    clock,
    audit,
    jobs,
    live,
    log,
  });
  const cancelLink = createCancelLink({ database, provider, audit, live, ids });
  const requestMove = createRequestMove({
    database,
    settings,
    moveRest,
    cancelLink,
    dispatch,
    stalledLinks: async () => stalledLinksRepository.open(database.db, await usualTimes()),
    listPaused,
    audit,
    live,
    log,
  });
  return {
    dispatch,
    dispatchAutomatically,
    resolveDispatch: createResolveDispatch({ spending, database, audit, live, provider }),
    syncDeliveryStatus,
    syncDeliveryRequests: createSyncDeliveryRequests({
      database,
      provider,
      alerts,
      live,
      log,
      finish,
      settleDropReport,
    }),
    refillLink,
    reportDrop,
    dropReportExport: createDropReportExport({
      database,
      settings,
      clock,
      secret: derivedSecret(core.jwtSecret, 'drop report exports'),
    }),
    settleDropReport,
    cancelLink,
    requestMove,
    usualTimes,
    replaceLink,
    pauseSending: createPauseSending({ database, links: pauseLinks, audit, jobs, live, clock }),
    trackOrders,
    readOrderPage,
  };
}
