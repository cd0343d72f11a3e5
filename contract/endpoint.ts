// One declaration per call: it feeds validation, the gates, the client's types and the tests.
import type { z } from 'zod';
import type { ApiScope } from './api-scopes.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * public: anyone. admin: a live admin session. either: anyone, and a live admin session sees or may do more;
 * a token that is not good is refused with 401, never taken for a stranger's.
 */
export type Access = 'public' | 'admin' | 'either';

/** The name of a limit in `server/http/limits.ts`; counted per caller's address. */
export type LimitName =
  | 'read_order'
  | 'confirm_payment'
  | 'links_lookup'
  | 'track_by_email'
  | 'init_session'
  | 'order_status'
  | 'contact'
  | 'client_error'
  | 'passkey_login'
  | 'track_user'
  | 'track_user_again'
  | 'visitor_record';

export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  method: M;
  /** With `{name}` for parts that vary, as in the specification. */
  path: P;
  access: Access;
  /**
   * What an API key must have to make this call as an admin would. None: no key reaches it. A key that has it needs no recent
   * password, also where an admin does.
   */
  scope?: ApiScope;
  /** One sentence: what the call does. */
  summary: string;
  input: { params?: Params; query?: Query; body?: Body };
  output: Output;
  /** What can be refused beyond bad input, missing access and limits. */
  errors: readonly ErrorCode[];
  limit?: LimitName;
  /** The handler is given the body as it was sent, too: it may be signed. */
  rawBody?: boolean;
  /** The admin's password was given less than ten minutes ago, else 403 with `code: 'step_up'` (D-30). */
  stepUp?: boolean;
  /** Whether a repeat under the same `Idempotency-Key` is done once. */
  idempotencyKey?: 'optional' | 'required';
  /** Open also to an admin without a second factor where the store requires one: what sets one up, and the way out. */
  beforeSecondFactor?: boolean;
  /** Instead of the 32 kB that a body may have. */
  bodyLimitBytes?: number;
  /** Answers that must not be kept anywhere (S-2, S-7, S-10). Default: admin and either are not kept. */
  noStore?: boolean;
  /** Old shapes of refusals that the specification fixes for a call: added to `{message}`. */
  errorBody?: 'status' | 'error';
};

/** Declares a call. `errors` documents the refusals; the walk test holds every endpoint to the general rules. */
export function endpoint<
  const M extends Method,
  const P extends string,
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Output extends z.ZodType = z.ZodType,
>(declared: Endpoint<M, P, Params, Query, Body, Output>): Endpoint<M, P, Params, Query, Body, Output> {
  return declared;
}

type OutputOrNothing<T extends z.ZodType> = [z.output<T>] extends [never] ? undefined : z.output<T>;
type Sent<T extends z.ZodType> = [z.input<T>] extends [never] ? undefined : z.input<T>;

/** What a handler gets: parsed and typed. */
export type InputOf<E> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType>
    ? { params: OutputOrNothing<Params>; query: OutputOrNothing<Query>; body: OutputOrNothing<Body> }
    : never;

/** What a handler answers. */
export type OutputOf<E> =
  E extends Endpoint<Method, string, z.ZodType, z.ZodType, z.ZodType, infer Output> ? z.output<Output> : never;

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller passes: only the parts that the call has. */
export type CallOf<E> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType>
    ? Present<{ params: Sent<Params>; query: Sent<Query>; body: Sent<Body> }>
    : never;
