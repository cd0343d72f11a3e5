// The official library on the store's own HTTP exchange: no redirects, bounded in time and size, no retries. Maps its
// errors to those of the store.
import Stripe from 'stripe';
import { z } from 'zod';
import { type StoreMessage, storeMessage } from '../../../../../contract/store-messages.ts';
import type { Log } from '../../../../observability/log.ts';
import { ExternalError, type ExternalFault } from '../../../../ports/external-error.ts';
import { exchange, NoAnswer, parsed, shownWord, toFault } from '../exchange.ts';

export type StripeClientOptions = {
  secretKey: string;
  /** Base URL of the API, which may have a path; null: the library's default. */
  apiUrl: string | null;
  log: Log;
};

export type StripeClient = {
  stripe: Stripe;
  /** Reads. Throws ExternalError: `unavailable` or `refused`. */
  read<T extends z.ZodType>(operation: string, shape: T, call: () => Promise<unknown>): Promise<z.output<T>>;
  /** Acts, once. Throws ExternalError: `unavailable` when nothing happened, `unknown` when it may have, `refused`. */
  act<T extends z.ZodType>(operation: string, shape: T, call: () => Promise<unknown>): Promise<z.output<T>>;
  /** Reads all pages of a list. Throws as `read`. */
  readAll<T extends z.ZodType<{ id: string }>>(
    operation: string,
    shape: T,
    call: (page: Page) => Promise<unknown>,
    bounds?: ListBounds,
  ): Promise<z.output<T>[]>;
};

export type Page = { limit: number; starting_after?: string };
type ListBounds = { pageSize: number; mostPages: number };

/** The rest of an operation's time, for its next call. */
export type Until = () => { timeout: number };

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

const usualBounds: ListBounds = { pageSize: 100, mostPages: 20 };

export function createStripeClient({ secretKey, apiUrl, log }: StripeClientOptions): StripeClient {
  const stripe = new Stripe(secretKey, {
    ...parseAddress(apiUrl),
    // The caller retries, with the same idempotency key and after it reads the state.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(boundedFetch(apiUrl === null ? '' : new URL(apiUrl).pathname)),
  });

  async function request<T extends z.ZodType>(
    kind: 'read' | 'act',
    operation: string,
    shape: T,
    call: () => Promise<unknown>,
  ): Promise<z.output<T>> {
    const result = await call().catch((error: unknown) => {
      const failure = toFailure(kind, error);
      log.warn({ operation, fault: failure.fault }, failure.message);
      throw failure;
    });
    const read = shape.safeParse(result);
    if (read.success) return read.data;
    throw new ExternalError(kind === 'read' ? 'unavailable' : 'unknown', storeMessage('stripe_shape_unknown'));
  }

  return {
    stripe,
    read: (operation, shape, call) => request('read', operation, shape, call),
    act: (operation, shape, call) => request('act', operation, shape, call),

    async readAll<T extends z.ZodType<{ id: string }>>(
      operation: string,
      shape: T,
      call: (page: Page) => Promise<unknown>,
      { pageSize, mostPages } = usualBounds,
    ): Promise<z.output<T>[]> {
      const all: z.output<T>[] = [];
      for (let page = 0; page < mostPages; page += 1) {
        const last = all.at(-1)?.id;
        const from = { limit: pageSize, ...(last === undefined ? {} : { starting_after: last }) };
        const list = z.looseObject({ data: z.array(shape), has_more: z.boolean() });
        const { data, has_more: hasMore } = await request('read', operation, list, () => call(from));
        all.push(...data);
        if (!hasMore || data.length === 0) return all;
      }
      // A partial list would look like the complete one.
      throw new ExternalError('unavailable', storeMessage('stripe_list_too_long'));
    },
  };
}

/** One timeout for all calls of an operation. */
export function timeFor(timeoutMs: number): Until {
  const end = performance.now() + timeoutMs;
  return () => ({ timeout: Math.max(1, Math.ceil(end - performance.now())) });
}

/** True for Stripe's "no such object". */
export function isMissing(error: unknown): boolean {
  return error instanceof RefusedByStripe && error.code === 'resource_missing';
}

/** The parameter that Stripe refused; null for another error. */
export function refusedParam(error: unknown): string | null {
  return (error instanceof RefusedByStripe && error.param) || null;
}

/** True where the key lacks a right. */
export function lacksRight(error: unknown): boolean {
  return error instanceof RefusedByStripe && error.status === 403;
}

/** The time at Stripe, when it refused the end of the session: its clock differs from the store's. */
export function clockOfRefusal(error: unknown): Date | null {
  if (!(error instanceof RefusedByStripe) || error.param !== 'expires_at') return null;
  return error.saidAt;
}

class RefusedByStripe extends ExternalError {
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly status: number | undefined;
  readonly saidAt: Date | null;

  constructor(message: StoreMessage, { code, param, statusCode, headers }: StripeError) {
    super('refused', message);
    this.status = statusCode;
    this.code = code;
    this.param = param;
    const answeredAt = new Date(headers?.date ?? '');
    this.saidAt = Number.isNaN(answeredAt.getTime()) ? null : answeredAt;
  }
}

// The library's own exchange would lose the reason of a broken connection, and read without a limit.
const boundedFetch =
  (basePath: string): typeof fetch =>
  async (address, init = {}) => {
    const { signal } = init;
    // The library's timeout of the call.
    if (!signal) throw new Error('A call without an end.');
    const url = new URL(String(address));
    // The library has no option for a path.
    url.pathname = basePath.replace(/\/+$/, '') + url.pathname;
    const answer = await exchange(url.href, { ...init, signal });
    if (parsed(answer.text) === undefined) throw new NoAnswer([`HTTP_${answer.httpStatus}_WITHOUT_JSON`]);
    return new Response(answer.text, { status: answer.httpStatus, headers: answer.headers });
  };

function parseAddress(apiUrl: string | null): Partial<Stripe.StripeConfig> {
  if (apiUrl === null) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) };
}

// Stripe's message is left out: it may repeat a submitted value, such as the payer's email.
function toFailure(kind: 'read' | 'act', error: unknown): ExternalError {
  const lost = kind === 'read' ? 'unavailable' : 'unknown';
  if (!(error instanceof Stripe.errors.StripeError)) return new ExternalError(lost, storeMessage('stripe_failed'));
  const noAnswer = error.detail;
  if (noAnswer instanceof NoAnswer) return new ExternalError(toFault(kind, noAnswer), noAnswer.reason);
  if (error.statusCode === undefined) return new ExternalError(lost, storeMessage('stripe_unreadable'));
  const message =
    error.statusCode === 401
      ? storeMessage('stripe_key_wrong')
      : storeMessage('stripe_answered', { answer: describeError(error) });
  const fault = faultOfStatus(error, lost);
  return fault === 'refused' ? new RefusedByStripe(message, error) : new ExternalError(fault, message);
}

function faultOfStatus(error: StripeError, lost: ExternalFault): ExternalFault {
  const { statusCode = 0 } = error;
  // Rejected before any work.
  if (statusCode === 429 || error.code === 'rate_limit') return 'unavailable';
  // Another call uses the same key, or it was used for another request: query its result.
  if (statusCode === 409 || error.type === 'StripeIdempotencyError') return lost;
  return statusCode >= 500 || statusCode < 400 ? lost : 'refused';
}

function describeError(error: StripeError): string {
  const { statusCode, type, code, param, requestId } = error;
  const words = [type, code, param, requestId].filter((word) => typeof word === 'string');
  return [`${statusCode}:`, ...words.map(shownWord)].join(' ');
}
