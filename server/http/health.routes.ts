// Health checks for proxies and monitors, and the state of the background jobs for the admin.
import { StoreError } from '../../contract/store-error.ts';
import { version } from '../platform/version.ts';
import type { Handlers } from '../request-context.ts';

export type HealthRoutesDeps = {
  /** Throws when the store cannot serve. */
  checkReady: () => Promise<void>;
  queueStatus: () => {
    state: 'off' | 'running' | 'stalled';
    oldestDueSeconds: number;
    waiting: number;
    running: number;
    restarts: number;
  };
};

export function healthRoutes({
  checkReady,
  queueStatus,
}: HealthRoutesDeps): Handlers<'healthz' | 'readyz' | 'systemStatus'> {
  return {
    healthz: async () => ({ status: 'ok', version }),

    readyz: async ({ query }) => {
      await checkReady();
      const { state, oldestDueSeconds, waiting } = queueStatus();
      if (state !== 'stalled') return { status: 'ready', jobs: state };
      const stalled = { jobs: state, oldest_due_seconds: Math.round(oldestDueSeconds) };
      if (query.jobs !== '1') return { status: 'ready', ...stalled };
      throw new StoreError('unavailable', {
        reason: 'jobs_not_running',
        body: { ...stalled, waiting },
      });
    },

    systemStatus: async () => {
      const { state, waiting, oldestDueSeconds, running, restarts } = queueStatus();
      return {
        version,
        jobs: { state, waiting, oldest_due_seconds: Math.round(oldestDueSeconds), running, restarts },
      };
    },
  };
}
