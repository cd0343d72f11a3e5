// What a module of the store has, as one typed value (`modules/<subject>/index.ts`). `modules.ts` lists the modules; routes,
// jobs, their schedule, the daily purge, data privacy, action items and metrics are computed from the list.
import type { InputOf, OutputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import type { RetentionName } from '../contract/retention.ts';
import type { StoreContext } from './context.ts';
import type { Tx } from './database/database.ts';
import type { JobHandlers, Schedule } from './jobs/handlers.ts';
import type { JobName, JobPayloads } from './ports/jobs.ts';
import type {
  ActionItemQueries,
  ActionItemQuery,
  Erase,
  ModuleMetrics,
  OldRows,
  Person,
  PersonalData,
  PersonalDataOfAll,
} from './ports/module-parts.ts';
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
};

/** A module is declared with `satisfies`, so that its type keeps which names it has. */
export type StoreModule = {
  routes?: { [N in EndpointName]?: RouteHandler<N> };
  jobs?: { [N in JobName]?: ModuleJob<N> };
  /** Deletes what is older than the store keeps it. Runs daily. */
  purge?: (ctx: StoreContext) => Promise<void>;
  privacy?: {
    /** Its part of the export of a person's data, all read from one snapshot. */
    export?: (tx: Tx, person: Person, ctx: StoreContext) => Promise<Partial<PersonalData>>;
    erase?: Erase;
    retention?: { [N in RetentionName]?: OldRows };
  };
  actionItems?: ActionItemQueries;
  metrics?: ModuleMetrics;
};

type NamesOf<M, P extends keyof StoreModule> = M extends { [K in P]: infer Named } ? keyof Named : never;
type ExportOf<M> = M extends { privacy: { export: (...input: never[]) => Promise<infer Data> } } ? keyof Data : never;
type RetentionOf<M> = M extends { privacy: { retention: infer Named } } ? keyof Named : never;

/** The handlers of all modules for `registerEndpoints`. Throws where two modules have one endpoint. */
export function buildHandlers<M extends StoreModule>(
  modules: readonly M[],
  ctx: StoreContext,
): Handlers<NamesOf<M, 'routes'> & EndpointName> {
  const routes = listEntries<RouteHandler<never>>(modules.map((one) => one.routes));
  const handlers = routes.map(([name, handle]) => [name, (input: never, call: Call) => handle(ctx, input, call)]);
  return Object.fromEntries(handlers);
}

/** The handlers of all modules for the queue, and the daily purge of all. Throws where two modules have one job. */
export function buildJobs<M extends StoreModule>(
  modules: readonly M[],
  ctx: StoreContext,
): { [K in (NamesOf<M, 'jobs'> & JobName) | 'purge_expired']: JobHandlers[K] } {
  const jobs = listEntries<ModuleJob<never>>(modules.map((one) => one.jobs));
  const handlers = jobs.map(([name, { run }]) => [name, async (payload: never) => void (await run(ctx, payload))]);
  return {
    ...Object.fromEntries(handlers),
    purge_expired: async () => {
      for (const { purge } of modules) await purge?.(ctx);
    },
  };
}

export function buildSchedule(modules: readonly StoreModule[]): Schedule {
  const jobs = listEntries<ModuleJob<never>>(modules.map((one) => one.jobs)) as [JobName, ModuleJob<never>][];
  const scheduled = jobs.flatMap(([job, { schedule: pattern }]) => (pattern === undefined ? [] : [{ job, pattern }]));
  return [...scheduled, { job: 'purge_expired', pattern: '17 4 * * *' }];
}

/** The queries of all action items. Throws where two modules have one kind. */
export function collectActionItems<M extends StoreModule>(
  modules: readonly M[],
): { [K in NamesOf<M, 'actionItems'>]: ActionItemQuery } {
  return Object.fromEntries(listEntries(modules.map((one) => one.actionItems))) as ReturnType<
    typeof collectActionItems<M>
  >;
}

export function collectMetrics(modules: readonly StoreModule[]): ModuleMetrics[] {
  return modules.flatMap(({ metrics }) => metrics ?? []);
}

/** Data privacy over all modules. `ctxOf`: the context that this becomes a part of. */
export function collectPersonalData<M extends StoreModule>(
  modules: readonly M[],
  ctxOf: () => StoreContext,
): {
  read: (tx: Tx, person: Person) => Promise<Pick<PersonalData, ExportOf<M> & keyof PersonalData>>;
  erase: PersonalDataOfAll['erase'];
  oldRows: { [K in RetentionOf<M>]: OldRows };
} {
  return {
    read: async (tx, person) => {
      const parts = [];
      for (const { privacy } of modules) parts.push(await privacy?.export?.(tx, person, ctxOf()));
      return Object.fromEntries(listEntries(parts)) as PersonalData;
    },
    erase: async (tx, subject, pseudonymOf) => {
      const erased = { mails: 0, alerts: 0, messages: 0, auditDetails: 0, customerNotes: 0, orders: 0 };
      for (const { privacy } of modules) Object.assign(erased, await privacy?.erase?.(tx, subject, pseudonymOf));
      return erased;
    },
    oldRows: Object.fromEntries(listEntries(modules.map(({ privacy }) => privacy?.retention))) as Record<
      RetentionOf<M>,
      OldRows
    >,
  };
}

function listEntries<T>(parts: readonly (object | undefined)[]): [string, T][] {
  const all = parts.flatMap((part = {}) => Object.entries(part));
  const names = new Set(all.map(([name]) => name));
  for (const [name] of all) if (!names.delete(name)) throw new Error(`Two modules have ${name}.`);
  return all;
}
