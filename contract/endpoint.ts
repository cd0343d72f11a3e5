// The declaration of a call, used for validation, authorization, client types and tests.
import type { z } from 'zod';
import type { Role } from './account-rules.ts';
import type { ApiScope } from './api-access.ts';
import type { ErrorCode } from './errors.ts';

/** Order-Key: keys of orders. Order-Proof: the token of a mailed code. */
export type ProofHeader = 'Order-Key' | 'Order-Proof';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * public: no session needed. admin: an active admin session. either: public, but an admin session sees or may do more;
 * an invalid token returns 401 instead of public access.
 */
export type Access = 'public' | 'admin' | 'either';

/** The name of a rate limit in `server/http/rate-limits.ts`; counted by client IP and its network. */
export type LimitName =
  | 'read_order'
  | 'confirm_payment'
  | 'links_lookup'
  | 'track_by_email'
  | 'track_code'
  | 'track_proof'
  | 'init_session'
  | 'order_status'
  | 'contact'
  | 'client_error'
  | 'passkey_login'
  | 'invitation'
  | 'push_renewal'
  | 'pause_sending'
  | 'track_user'
  | 'track_user_again'
  | 'visitor_record';

/** True for a call that always needs a recent proof. */
export function alwaysStepsUp({ stepUp }: Pick<Endpoint, 'stepUp'>): boolean {
  return stepUp === true;
}

/** True for a call that may answer 403 with `code: 'step_up'`. */
export function mayStepUp({ stepUp }: Pick<Endpoint, 'stepUp'>): boolean {
  return stepUp === true || (stepUp !== undefined && 'when' in stepUp);
}

/** The parts of a declaration that need no default. */
type Details<Output extends z.ZodType> = {
  /** The scope that an API key needs for this call. Without it, no key can make an admin call. A key never needs step-up. */
  scope?: ApiScope;
  /** One sentence: what the call does. */
  summary: string;
  output: Output;
  limit?: LimitName;
  /** The handler also receives the raw body, to verify its signature. */
  rawBody?: boolean;
  /**
   * Requires a proof of the admin in the last ten minutes; else 403 with `code: 'step_up'`. `when`: only in these cases,
   * which the handler finds. Every admin call that writes has it, or the reason why not.
   */
  stepUp?: true | { when: string } | { neverBecause: string };
  /** Whether repeats with the same `Idempotency-Key` run once. */
  idempotencyKey?: 'optional' | 'required';
  /** Headers that prove a buyer's access to orders, and open more of the response. */
  proof?: readonly ProofHeader[];
  /** Also allowed before the admin has set up a required second factor: the setup itself, and sign-out. */
  beforeSecondFactor?: boolean;
  /** Replaces the default limit of 32 kB. */
  bodyLimitBytes?: number;
  /** Sets `Cache-Control: no-store`. Default: true for admin and either. */
  noStore?: boolean;
  /** Clients may cache the response of a GET and revalidate it by its entity tag. Not with no-store. */
  hasEntityTag?: true;
  /** The answer counts all entries in `X-Total-Count`. capped: with `X-Total-Capped: true` there are more. */
  total?: 'exact' | 'capped';
  /** Obeys `lenientPreference`. */
  lenient?: true;
  /** Specified legacy shapes of the error body, in addition to `{message}`. */
  errorBody?: 'status' | 'error';
};

type Input<Params, Query, Body> = { params?: Params; query?: Query; body?: Body };

export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = Details<Output> & {
  method: M;
  /** Path parameters as `{name}`. */
  path: P;
  access: Access;
  /** The lowest role that may make the call; an API key needs a scope instead. A call that is open to all has none. */
  role?: Role | undefined;
  input: Input<Params, Query, Body>;
  /** Errors in addition to invalid input, missing authorization and rate limits. */
  errors: readonly ErrorCode[];
};

/** A call with a role is for admins, unless it names another access. Without `input` it takes nothing. */
type Declared<Params, Query, Body, Output extends z.ZodType> = Details<Output> &
  ({ access: 'public'; role?: undefined } | { access?: Exclude<Access, 'public'>; role: Role }) & {
    input?: Input<Params, Query, Body>;
    errors?: readonly ErrorCode[];
  };

/** Declares a call. `errors` documents its errors; a test applies the general rules to every endpoint. */
export function endpoint<
  const M extends Method,
  const P extends string,
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Output extends z.ZodType = z.ZodType,
>(
  key: `${M} ${P}`,
  { access = 'admin', input = {}, errors = [], ...details }: Declared<Params, Query, Body, Output>,
): Endpoint<M, P, Params, Query, Body, Output> {
  const [method, path] = key.split(' ') as [M, P];
  return { method, path, access, input, errors, ...details };
}

type OutputOrNothing<T extends z.ZodType> = [z.output<T>] extends [never] ? undefined : z.output<T>;
type Sent<T extends z.ZodType> = [z.input<T>] extends [never] ? undefined : z.input<T>;

/** The parsed and typed input of a handler. */
export type InputOf<E> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType>
    ? { params: OutputOrNothing<Params>; query: OutputOrNothing<Query>; body: OutputOrNothing<Body> }
    : never;

/** The response of a handler. */
export type OutputOf<E> =
  E extends Endpoint<Method, string, z.ZodType, z.ZodType, z.ZodType, infer Output> ? z.output<Output> : never;

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** The input of a client: only the parts that the call has. */
export type CallOf<E> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType>
    ? Present<{ params: Sent<Params>; query: Sent<Query>; body: Sent<Body> }>
    : never;
