import { seesCosts } from '../../request-context.ts';
import type { StoreModule } from '../../store-module.ts';
import { previewDigest, sendDigests } from '../../workflows/send-digests.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    send_digests: NoPayload;
  }
}

export const digest = {
  routes: {
    previewDigest: (ctx, { query }, call) => previewDigest(ctx, query.period, query.language, seesCosts(call)),
  },
  jobs: {
    // Three minutes after the hour in each zone: the visits of the last minute are folded.
    send_digests: { run: sendDigests, schedule: '3,18,33,48 * * * *' },
  },
} satisfies StoreModule;
