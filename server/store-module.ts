// What a module of the store has, as one typed value (`modules/<subject>/index.ts`). `modules.ts` lists the modules; routes
// are computed from the list.
import type { InputOf, OutputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import type { StoreContext } from './context.ts';
import type { Call, Handlers } from './request-context.ts';

/** Answers one call of the contract, whose access, input and output are checked outside of it. Throws `StoreError`. */
type RouteHandler<N extends EndpointName> = (
  ctx: StoreContext,
  input: InputOf<Endpoints[N]>,
  call: Call,
) => Promise<OutputOf<Endpoints[N]>>;

export type Routes<N extends EndpointName> = { [K in N]: RouteHandler<K> };

type StoreModule<N extends EndpointName> = { routes: Routes<N> };

/** Keeps the names of the endpoints in the type, so that one without a handler does not compile. */
export function storeModule<N extends EndpointName>(parts: StoreModule<N>): StoreModule<N> {
  return parts;
}

type EndpointOf<M> = M extends StoreModule<infer N> ? N : never;

/** The handlers of all modules for `registerEndpoints`. Throws where two modules have one endpoint. */
export function handlersOf<M>(modules: readonly M[], ctx: StoreContext): Handlers<EndpointOf<M>> {
  const handlers = new Map<string, unknown>();
  for (const { routes } of modules as readonly StoreModule<EndpointName>[]) {
    for (const [name, handle] of Object.entries(routes)) {
      if (handlers.has(name)) throw new Error(`Two modules have the endpoint ${name}.`);
      handlers.set(name, (input: never, call: Call) => (handle as RouteHandler<never>)(ctx, input, call));
    }
  }
  return Object.fromEntries(handlers) as Handlers<EndpointOf<M>>;
}
