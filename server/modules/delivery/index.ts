import type { StoreModule } from '../../store-module.ts';
import { refillReported } from '../../workflows/report-drop.ts';
import { followRequests } from '../../workflows/sync-delivery-requests.ts';
import { followDeliveries } from '../../workflows/sync-delivery-status.ts';
import { deliveryActionItems } from './delivery.action-items.ts';
import { eraseDeliveryWords } from './delivery.privacy.ts';
import { deliveryRoutes } from './delivery.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    refill_reported: { orderId: string; position: number };
    follow_requests: NoPayload;
    follow_deliveries: NoPayload;
  }
}

export const delivery = {
  routes: deliveryRoutes,
  jobs: {
    refill_reported: { run: refillReported },
    follow_requests: { run: followRequests, schedule: '* * * * *' },
    follow_deliveries: { run: followDeliveries, schedule: '* * * * *' },
  },
  actionItems: deliveryActionItems,
  privacy: { erase: eraseDeliveryWords },
} satisfies StoreModule;
