// The only place where an error becomes an HTTP response. Bodies contain the remedy, never internals.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { lenientPreference } from '../../contract/lenient.ts';
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import { StoreError } from '../../contract/store-error.ts';
import { findSqlState } from '../database/database.ts';
import { type DatabaseFault, toDatabaseFault } from '../database/database-faults.ts';
import type { Log } from '../observability/log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** `isWrite`: the request was to change something. */
export type OnDatabaseFault = (fault: DatabaseFault, isWrite: boolean) => void;

/** Responds to every error of a request. Only unexpected errors are logged as errors. */
export function sendError(log: Log, onDatabaseFault: OnDatabaseFault) {
  return (thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const isGone = isCallerGone(request);
    const fault = isGone || thrown instanceof StoreError ? null : toDatabaseFault(thrown);
    if (fault) onDatabaseFault(fault, request.method !== 'GET' && request.method !== 'HEAD');
    const problem = isGone ? new StoreError('too_slow') : toProblem(thrown, fault);
    const status = errors[problem.code].status;
    if (problem.code === 'internal') {
      log.error(
        { requestId: request.id, route: request.routeOptions.url, method: request.method, problem: describe(thrown) },
        'a request failed',
      );
    } else if (status >= 500) {
      // Health checks repeat every second, and their reason is logged where it begins.
      const level = request.routeOptions.url === '/readyz' ? 'debug' : fault === 'server_error' ? 'error' : 'warn';
      log[level](
        { requestId: request.id, route: request.routeOptions.url, code: problem.code, problem: describe(thrown) },
        'a request was refused',
      );
    }
    const { retryAfterSeconds, field, body } = problem.details;
    const { reason } = problem;
    const message = englishMessage(reason ?? { code: problem.code });
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
    const { errorBody: shape, lenient } = request.routeOptions.config.endpoint ?? {};
    const isLenient = lenient && status < 500 && request.headers.prefer === lenientPreference;
    if (isLenient) reply.header('preference-applied', lenientPreference);
    return reply
      .code(isLenient ? 200 : status)
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify({
          ...(shape === 'status' ? { status: 'error' } : {}),
          ...(shape === 'error' ? { error: message } : {}),
          message,
          code: problem.code,
          ...(field === undefined ? {} : { field }),
          ...(reason === null ? {} : { reason: reason.code }),
          ...(reason?.params === undefined ? {} : { params: reason.params }),
          ...body,
        }),
      );
  };
}

// An aborted request fails with ECONNRESET, which is no lost database.
function isCallerGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function toProblem(thrown: FastifyError | Error, fault: DatabaseFault | null): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const known = fastifyCodes[(thrown as FastifyError).code];
  if (known) return new StoreError(known);
  if (fault) return new StoreError('unavailable', { retryAfterSeconds: 2 });
  // Values that PostgreSQL rejects: a zero byte, an unpaired surrogate, a year out of range.
  if (/^(22007|22008|22021|22P02|22P05)$/.test(findSqlState(thrown) ?? '')) return new StoreError('invalid_input');
  const { statusCode } = thrown as FastifyError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new StoreError('invalid_input');
  return new StoreError('internal');
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
};

// The message of a failed query holds its parameters, which may be personal: only its cause is recorded.
function describe(thrown: Error): { name: string; message: string; stack?: string } {
  const cause = thrown.cause instanceof Error ? thrown.cause : thrown;
  const stack = cause.stack?.split('\n').slice(1, 6).join('\n');
  return { name: cause.name, message: cause.message.split('\n')[0] ?? '', ...(stack ? { stack } : {}) };
}
