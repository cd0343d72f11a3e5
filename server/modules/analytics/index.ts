import type { StoreModule } from '../../store-module.ts';
import { foldCounts } from '../../workflows/fold-counts.ts';
import { analyticsMetrics } from './analytics.metrics.ts';
import { analyticsRoutes } from './analytics.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    fold_counts: NoPayload;
  }
}

export const analytics = {
  routes: analyticsRoutes,
  jobs: { fold_counts: { run: foldCounts, schedule: '* * * * *' } },
  metrics: analyticsMetrics,
} satisfies StoreModule;
