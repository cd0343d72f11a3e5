import { storeModule } from '../../store-module.ts';
import { dispatchOrder, sweepWaiting } from '../../workflows/dispatch-automatically.ts';
import { expireClaims } from '../../workflows/dispatch-order.ts';
import { endPauses } from '../../workflows/pause-sending.ts';
import { refillReported } from '../../workflows/report-drop.ts';
import { moveStalled, sendRest } from '../../workflows/request-move.ts';
import { followRequests } from '../../workflows/sync-delivery-requests.ts';
import { followDeliveries } from '../../workflows/sync-delivery-status.ts';
import { checkProviders } from './check-provider-health.ts';
import { fulfilmentRoutes } from './fulfilment.routes.ts';
import { providerCallRoutes } from './provider-calls.routes.ts';
import { providerScoresRoutes } from './provider-scores.routes.ts';
import { providerSettingsRoutes } from './provider-settings.routes.ts';
import { providersRoutes } from './providers.routes.ts';
import { sendingPauseRoutes } from './sending-pauses.routes.ts';

export const fulfilment = storeModule({
  routes: {
    ...fulfilmentRoutes,
    ...providerCallRoutes,
    ...providerScoresRoutes,
    ...providerSettingsRoutes,
    ...providersRoutes,
    ...sendingPauseRoutes,
  },
  jobs: {
    dispatch_order: { run: (ctx, { orderId }) => dispatchOrder(ctx, orderId) },
    sweep_waiting: { run: sweepWaiting, schedule: '* * * * *' },
    expire_claims: { run: expireClaims, schedule: '* * * * *' },
    send_rest: { run: sendRest },
    move_stalled: { run: moveStalled, schedule: '*/10 * * * *' },
    refill_reported: { run: refillReported },
    follow_requests: { run: followRequests, schedule: '* * * * *' },
    follow_deliveries: { run: followDeliveries, schedule: '* * * * *' },
    look_at_providers: { run: checkProviders, schedule: '*/10 * * * *' },
    end_pauses: { run: endPauses, schedule: '* * * * *' },
  },
});
