// Health checks for proxies and monitors, and the state of the background jobs for the admin.
import { StoreError } from '../../../contract/store-error.ts';
import { version } from '../../platform/version.ts';
import type { Routes } from '../../store-module.ts';

export const healthRoutes: Routes<'healthz' | 'readyz' | 'systemStatus'> = {
  healthz: async () => ({ status: 'ok', version }),

  readyz: async (ctx, { query }) => {
    await ctx.checkReady();
    const { state, oldestDueSeconds, waiting } = ctx.readQueue();
    if (state !== 'stalled') return { status: 'ready', jobs: state };
    const stalled = { jobs: state, oldest_due_seconds: Math.round(oldestDueSeconds) };
    if (query.jobs !== '1') return { status: 'ready', ...stalled };
    throw new StoreError('unavailable', { reason: 'jobs_not_running', body: { ...stalled, waiting } });
  },

  systemStatus: async ({ readQueue }) => {
    const { state, waiting, oldestDueSeconds, running, restarts } = readQueue();
    return {
      version,
      jobs: { state, waiting, oldest_due_seconds: Math.round(oldestDueSeconds), running, restarts },
    };
  },
};
