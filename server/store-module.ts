// What a module of the store has, as one typed value (`modules/<subject>/index.ts`). `modules.ts` lists the modules; routes
// and jobs are computed from the list.
import type { InputOf, OutputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import type { StoreContext } from './context.ts';
import type { Schedule } from './jobs/handlers.ts';
import type { JobName, JobPayloads } from './ports/jobs.ts';
import type { Call, Handlers } from './request-context.ts';

/** Answers one call of the contract, whose access, input and output are checked outside of it. Throws `StoreError`. */
export type RouteHandler<N extends EndpointName> = (
  ctx: StoreContext,
  input: InputOf<Endpoints[N]>,
  call: Call,
) => Promise<OutputOf<Endpoints[N]>>;

export type Routes<N extends EndpointName> = { [K in N]: RouteHandler<K> };

export type ModuleJob<J extends JobName> = {
  /** Safe to repeat: a job may run again after an interruption. */
  run: (ctx: StoreContext, payload: JobPayloads[J]) => Promise<void>;
  /** When it runs by itself: a standard cron pattern, in UTC. */
  pattern?: string;
};
export type Jobs<J extends JobName> = { [K in J]: ModuleJob<K> };

export type StoreModule<N extends EndpointName = never, J extends JobName = never> = {
  routes: Routes<N>;
  jobs: Jobs<J>;
};

/** Keeps the names of endpoints and jobs in the type, so that one without a module does not compile. */
export function storeModule<N extends EndpointName = never, J extends JobName = never>(
  parts: Partial<StoreModule<N, J>>,
): StoreModule<N, J> {
  return { routes: parts.routes ?? ({} as Routes<N>), jobs: parts.jobs ?? ({} as Jobs<J>) };
}

type AnyModule = StoreModule<EndpointName, JobName>;
export type EndpointOf<M> = M extends StoreModule<infer N, infer _J> ? N : never;
export type JobOf<M> = M extends StoreModule<infer _N, infer J> ? J : never;

/** The handlers of all modules for `registerEndpoints`. Two modules with one endpoint are an error at the start. */
export function handlersOf<M>(modules: readonly M[], ctx: StoreContext): Handlers<EndpointOf<M>> {
  const handlers = new Map<string, unknown>();
  for (const { routes } of modules as readonly AnyModule[]) {
    for (const [name, handle] of Object.entries(routes)) {
      if (handlers.has(name)) throw new Error(`Two modules have the endpoint ${name}.`);
      handlers.set(name, (input: never, call: Call) => (handle as RouteHandler<never>)(ctx, input, call));
    }
  }
  return Object.fromEntries(handlers) as Handlers<EndpointOf<M>>;
}

export function jobHandlersOf<M>(modules: readonly M[], ctx: StoreContext) {
  const handlers = jobsOf(modules).map(([name, { run }]) => [name, (payload: never) => run(ctx, payload)]);
  return Object.fromEntries(handlers) as { [J in JobOf<M>]: (payload: JobPayloads[J]) => Promise<void> };
}

export function schedulesOf<M>(modules: readonly M[]): Schedule {
  return jobsOf(modules).flatMap(([job, { pattern }]) => (pattern ? [{ job, pattern }] : []));
}

function jobsOf<M>(modules: readonly M[]): [name: JobName, job: ModuleJob<never>][] {
  return (modules as readonly AnyModule[]).flatMap(({ jobs }) => Object.entries(jobs) as [JobName, ModuleJob<never>][]);
}
