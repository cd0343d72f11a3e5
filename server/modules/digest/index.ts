import { storeModule } from '../../store-module.ts';
import { previewDigest, sendDigests } from '../../workflows/send-digests.ts';

export const digest = storeModule({
  routes: { previewDigest: (ctx, { query }) => previewDigest(ctx, query.period, query.language) },
  jobs: {
    // Three minutes after the hour in each zone: the visits of the last minute are folded.
    send_digests: { run: sendDigests, schedule: '3,18,33,48 * * * *' },
  },
});
