import type { StoreModule } from '../../store-module.ts';
import { sendDigests } from '../../workflows/send-digests.ts';
import { digestRoutes } from './digest.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    send_digests: NoPayload;
  }
}

export const digest = {
  routes: digestRoutes,
  jobs: {
    // Three minutes after the hour in each zone: the visits of the last minute are folded.
    send_digests: { run: sendDigests, schedule: '3,18,33,48 * * * *' },
  },
} satisfies StoreModule;
