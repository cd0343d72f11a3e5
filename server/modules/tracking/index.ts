import type { StoreModule } from '../../store-module.ts';
import { mailTrackCode } from '../../workflows/mail-track-code.ts';
import * as trackingRepository from './tracking.repository.ts';
import { trackingRoutes } from './tracking.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** The sealed request of a code for My Orders. */
    mail_track_code: { request: string };
    forget_track_codes: NoPayload;
  }
}

export const tracking = {
  routes: trackingRoutes,
  jobs: {
    mail_track_code: { run: (ctx, { request }) => mailTrackCode(ctx, request) },
    forget_track_codes: { run: ({ database }) => trackingRepository.purgeCodes(database.db), schedule: '*/10 * * * *' },
  },
} satisfies StoreModule;
