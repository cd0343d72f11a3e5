// What a module of the store has, as one typed value (`modules/<subject>/index.ts`). `modules.ts` lists the modules; routes,
// jobs, their schedule and the daily purge are computed from the list.
import type { InputOf, OutputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import type { Config } from './config/config.ts';
import type { StoreContext } from './context.ts';
import type { JobHandlers, Schedule } from './jobs/handlers.ts';
import type { JobName, JobPayloads } from './ports/jobs.ts';
import type { Call, Handlers } from './request-context.ts';

/** Answers one call of the contract, whose access, input and output are checked outside of it. Throws `StoreError`. */
type RouteHandler<N extends EndpointName> = (
  ctx: StoreContext,
  input: InputOf<Endpoints[N]>,
  call: Call,
) => Promise<OutputOf<Endpoints[N]>>;

export type Routes<N extends EndpointName> = { [K in N]: RouteHandler<K> };

/** Types the handlers by their names. */
export function routes<N extends EndpointName>(handlers: Routes<N>): Routes<N> {
  return handlers;
}

type ModuleJob<N extends JobName> = {
  /** Safe to repeat: a job runs again after an interruption. */
  run: (ctx: StoreContext, payload: JobPayloads[N]) => Promise<unknown>;
  /** Standard cron pattern, in UTC. Without one, the store enqueues it. */
  schedule?: string;
  /** False: a store with this configuration does not schedule it. */
  isScheduled?: (config: Config) => boolean;
};

type Jobs<N extends JobName> = { [K in N]: ModuleJob<K> };

type StoreModule<N extends EndpointName, J extends JobName> = {
  routes: Routes<N>;
  jobs: Jobs<J>;
  /** Deletes what is older than the store keeps it. Runs daily. */
  purge: (ctx: StoreContext) => Promise<void>;
};

const nothing = async () => {};

/** Keeps the names of endpoints and jobs in the type, so that one that no module has does not compile. */
export function storeModule<N extends EndpointName = never, J extends JobName = never>(
  parts: Partial<StoreModule<N, J>>,
): StoreModule<N, J> {
  return { routes: {} as Routes<N>, jobs: {} as Jobs<J>, purge: nothing, ...parts };
}

type EndpointOf<M> = M extends { routes: infer R } ? keyof R & EndpointName : never;
type JobOf<M> = M extends { jobs: infer J } ? keyof J & JobName : never;

/** The handlers of all modules for `registerEndpoints`. Throws where two modules have one endpoint. */
export function handlersOf<M>(modules: readonly M[], ctx: StoreContext): Handlers<EndpointOf<M>> {
  const routes = entriesOf(modules, 'routes') as [string, RouteHandler<never>][];
  const handlers = routes.map(([name, handle]) => [name, (input: never, call: Call) => handle(ctx, input, call)]);
  return Object.fromEntries(handlers);
}

/** The handlers of all modules for the queue, and the daily purge of all. Throws where two modules have one job. */
export function jobsOf<M>(
  modules: readonly M[],
  ctx: StoreContext,
): { [K in JobOf<M> | 'purge_expired']: JobHandlers[K] } {
  const jobs = entriesOf(modules, 'jobs') as [string, ModuleJob<never>][];
  const handlers = jobs.map(([name, { run }]) => [name, async (payload: never) => void (await run(ctx, payload))]);
  return { ...Object.fromEntries(handlers), purge_expired: () => purgeAll(modules, ctx) };
}

export function scheduleOf(modules: readonly unknown[], config: Config): Schedule {
  const jobs = entriesOf(modules, 'jobs') as [JobName, ModuleJob<JobName>][];
  const scheduled = jobs.flatMap(([job, { schedule: pattern, isScheduled }]) =>
    pattern === undefined || isScheduled?.(config) === false ? [] : [{ job, pattern }],
  );
  return [...scheduled, { job: 'purge_expired', pattern: '17 4 * * *' }];
}

async function purgeAll(modules: readonly unknown[], ctx: StoreContext): Promise<void> {
  for (const { purge } of modules as readonly StoreModule<never, never>[]) await purge(ctx);
}

function entriesOf(modules: readonly unknown[], part: 'routes' | 'jobs'): [string, unknown][] {
  const all = (modules as readonly StoreModule<EndpointName, JobName>[]).flatMap((one) => Object.entries(one[part]));
  const names = new Set(all.map(([name]) => name));
  for (const [name] of all) if (!names.delete(name)) throw new Error(`Two modules have ${name}.`);
  return all;
}
