import { storeModule } from '../../store-module.ts';
import { foldCounts } from '../../workflows/fold-counts.ts';
import { analyticsRoutes } from './analytics.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    fold_counts: NoPayload;
  }
}

export const analytics = storeModule({
  routes: analyticsRoutes,
  jobs: { fold_counts: { run: foldCounts, schedule: '* * * * *' } },
});
