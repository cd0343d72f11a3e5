// Handlers for every job, of which one settles and all others do nothing: for tests of the queue itself.
import type { StoreContext } from '../../server/context.ts';
import type { JobHandlers } from '../../server/jobs/handlers.ts';
import { modules } from '../../server/modules.ts';
import { buildJobs } from '../../server/store-module.ts';

export function jobHandlers(settle: (payload: { gatewayOrderId: string }) => Promise<void>): JobHandlers {
  const handlers: JobHandlers = buildJobs(modules, {} as StoreContext);
  const idle = Object.fromEntries(Object.keys(handlers).map((name) => [name, async () => {}]));
  return { ...handlers, ...idle, settle_payment: settle };
}
