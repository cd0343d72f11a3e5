// The failures of the checkout: a type, which gives the title and the tips, and a code, which gives the sentence. Pure.
import { type CheckoutFailure, linkFailureType } from '../../../contract/checkout-rules.ts';
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { type CheckoutFailureCode, isCheckoutFailureCode } from './failure-codes.ts';

export type FailureType = 'validation' | 'instagram' | 'payment' | 'server' | 'network' | 'general';

export type Failure = {
  type: FailureType;
  code: CheckoutFailureCode;
  /** The store's English sentence for a refusal that the page has no text for. */
  serverText?: string;
  /** The form field that causes the failure. */
  field?: CheckoutFailure['field'];
  position?: number;
  /** The buyer has mended the field since. */
  isFixed?: boolean;
  /** When a retry makes sense. */
  retryAtMs?: number;
};

/** A step of the checkout failed. */
export class CheckoutStop extends Error {
  override readonly name = 'CheckoutStop';
  readonly failure: Failure;
  /** The stage to report, for a failure that happens in the browser only. */
  readonly stage: ClientErrorStage | null;

  constructor(failure: Failure, cause?: unknown, stage: ClientErrorStage | null = null) {
    super(failure.code, { cause });
    this.failure = failure;
    this.stage = stage;
  }
}

/** A rule of the form that is broken, before anything is sent. */
export function formFailure({ reason, ...failure }: CheckoutFailure): Failure {
  return { ...failure, code: isCheckoutFailureCode(reason) ? reason : 'unknown' };
}

/** create-order refused or did not answer. */
export function orderFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { type: 'network', code: 'offline' };
  if (!(error instanceof ApiError)) return { type: 'general', code: 'unknown' };
  const { field, reason } = error.body;
  const refusal = refusalOf(error);
  if (error.status === 429) return { type: 'server', ...refusal, ...retryOf(error) };
  // The form is complete: the store does not sell it now.
  if (/^not_open|_paused$/.test(refusal.code)) return { type: 'server', ...refusal };
  if (error.status >= 500) return { type: 'server', code: 'order_not_created' };
  if (refusal.code === 'unknown' && refusal.serverText === undefined) return { type: 'general', code: 'unknown' };
  const type = field === 'post_links' ? linkFailureType(reason) : 'validation';
  return { type, ...refusal, ...fieldOf(field) };
}

/** init-session refused or did not answer. */
export function sessionFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { type: 'network', code: 'offline' };
  if (!(error instanceof ApiError)) return payment('gateway_refused');
  const refusal = refusalOf(error);
  const { code } = refusal;
  const { message } = error.body;
  // The store's sentence names the limits.
  if (error.body.code === 'method_unavailable') {
    return { ...payment('method_unavailable'), ...(typeof message === 'string' ? { serverText: message } : {}) };
  }
  if (code === 'email_refused') return { type: 'validation', code, field: 'email' };
  if (code === 'checkout_paused') return { type: 'server', code };
  if (code === 'rate_limited') return { type: 'server', code, ...retryOf(error) };
  if (code === 'card_declines') return { ...payment(code), ...retryOf(error) };
  if (code === 'too_many_tries' || code === 'gateway_refused') return payment(code);
  return payment(error.status >= 500 ? 'gateway_unavailable' : 'gateway_refused');
}

export function payment(code: CheckoutFailureCode): Failure {
  return { type: 'payment', code };
}

function retryOf({ retryAfterSeconds }: ApiError): Pick<Failure, 'retryAtMs'> {
  return retryAfterSeconds === null ? {} : { retryAtMs: Date.now() + retryAfterSeconds * 1000 };
}

/** The text of a refusal: by its reason, else by its code, else the store's own sentence. */
function refusalOf({ body: { code, reason, message } }: ApiError): Pick<Failure, 'code' | 'serverText'> {
  const known = [reason, code].find(isCheckoutFailureCode);
  if (known) return { code: known };
  return { code: 'unknown', ...(typeof message === 'string' && message !== '' ? { serverText: message } : {}) };
}

function fieldOf(field: unknown): Pick<Failure, 'field'> {
  return field === 'email' || field === 'post_links' ? { field } : {};
}
