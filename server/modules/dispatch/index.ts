import type { StoreModule } from '../../store-module.ts';
import { dispatchOrder, sweepWaiting } from '../../workflows/dispatch-automatically.ts';
import { expireClaims } from '../../workflows/dispatch-order.ts';
import { endPauses } from '../../workflows/pause-sending.ts';
import { moveStalled, sendRest } from '../../workflows/request-move.ts';
import { dispatchActionItems } from './dispatch.action-items.ts';
import { dispatchPrivacy } from './dispatch.privacy.ts';
import { dispatchRoutes } from './dispatch.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    dispatch_order: { orderId: string };
    sweep_waiting: NoPayload;
    expire_claims: NoPayload;
    /** Of a link that was moved to another provider. */
    send_rest: { orderId: string; position: number };
    move_stalled: NoPayload;
    /** Orders whose buyers paused the sending go on. */
    end_pauses: NoPayload;
  }
}

export const dispatch = {
  routes: dispatchRoutes,
  jobs: {
    dispatch_order: { run: (ctx, { orderId }) => dispatchOrder(ctx, orderId) },
    sweep_waiting: { run: sweepWaiting, schedule: '* * * * *' },
    expire_claims: { run: expireClaims, schedule: '* * * * *' },
    send_rest: { run: sendRest },
    move_stalled: { run: moveStalled, schedule: '*/10 * * * *' },
    end_pauses: { run: endPauses, schedule: '* * * * *' },
  },
  actionItems: dispatchActionItems,
  privacy: dispatchPrivacy,
} satisfies StoreModule;
