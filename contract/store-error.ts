// The error that becomes a refusal of the API.
import type { ErrorCode } from './errors.ts';
import { englishMessage } from './message-texts/english-message.ts';
import type { CodeWithoutParams, StoreMessage } from './store-messages.ts';

export type ErrorDetails = {
  /** Why, more precisely than the code: sent as `reason` and `params`, and its text as `message`. */
  reason?: CodeWithoutParams | StoreMessage;
  /** The invalid input field. */
  field?: string;
  /** Seconds until a retry makes sense, sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Additional body fields, declared by the endpoint. */
  body?: Record<string, unknown>;
};

/** A refusal for the client. Only `server/http/error-handler.ts` maps it to HTTP. `message`: in English, for commands. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;
  /** Null: the code is precise enough. */
  readonly reason: StoreMessage | null;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { reason = null } = details;
    const given = typeof reason === 'string' ? { code: reason } : reason;
    super(englishMessage(given ?? { code }));
    this.code = code;
    this.reason = given;
    this.details = details;
  }
}
