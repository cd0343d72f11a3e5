import { storeModule } from '../../store-module.ts';
import { dispatchOrder, sweepWaiting } from '../../workflows/dispatch-automatically.ts';
import { expireClaims } from '../../workflows/dispatch-order.ts';
import { endPauses } from '../../workflows/pause-sending.ts';
import { moveStalled, sendRest } from '../../workflows/request-move.ts';
import { dispatchRoutes } from './dispatch.routes.ts';

export const dispatch = storeModule({
  routes: dispatchRoutes,
  jobs: {
    dispatch_order: { run: (ctx, { orderId }) => dispatchOrder(ctx, orderId) },
    sweep_waiting: { run: sweepWaiting, schedule: '* * * * *' },
    expire_claims: { run: expireClaims, schedule: '* * * * *' },
    send_rest: { run: sendRest },
    move_stalled: { run: moveStalled, schedule: '*/10 * * * *' },
    end_pauses: { run: endPauses, schedule: '* * * * *' },
  },
});
