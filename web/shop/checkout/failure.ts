// What can go wrong at checkout: its type and its sentence (ERR-1..16, A-15, A-16). Pure. Titles and tips are texts of
// the page; sentences are the store's English ones, which the page shows in its own language where it knows them.
import { type CheckoutFailure, linkFailureType } from '../../../contract/checkout-rules.ts';
import { messages } from '../../../contract/messages.ts';
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import { ApiError, NetworkError } from '../../api.ts';

export type FailureType = 'validation' | 'instagram' | 'payment' | 'server' | 'network' | 'general';

export type Failure = {
  type: FailureType;
  message: string;
  /** Where the buyer can mend it. */
  field?: CheckoutFailure['field'];
  position?: number;
  /** A declined card is no trouble of the payment system: it has tips of its own. */
  isDeclined?: boolean;
};

/** A step of the checkout that failed, with what to tell the buyer. */
export class CheckoutStop extends Error {
  override readonly name = 'CheckoutStop';
  readonly failure: Failure;
  /** Where it failed, when the store cannot know of it by itself: to be reported. */
  readonly stage: ClientErrorStage | null;

  constructor(failure: Failure, cause?: unknown, stage: ClientErrorStage | null = null) {
    super(failure.message, { cause });
    this.failure = failure;
    this.stage = stage;
  }
}

/** create-order refused or did not answer. */
export function orderFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { type: 'network', message: messages.networkError };
  if (!(error instanceof ApiError)) return { type: 'general', message: messages.somethingWrong };
  const said = typeof error.body.message === 'string' ? error.body.message : '';
  // Too many requests, not open yet (D-25): nothing is missing in the form, and the store says it best itself.
  const ownWords = error.status === 429 ? said !== '' : said === messages.notOpenYet;
  if (ownWords) return { type: 'server', message: said };
  if (error.status >= 500) return { type: 'server', message: messages.orderServerError };
  if (said === '') return { type: 'general', message: messages.somethingWrong };
  const { field } = error.body;
  // ERR-6: the page checked its own rules before it sent the links.
  const type = field === 'post_links' ? linkFailureType(said) : 'validation';
  return { type, message: said, ...fieldOf(field) };
}

/** init-session refused or did not answer. */
export function sessionFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { type: 'network', message: messages.networkError };
  if (error instanceof ApiError && error.message === messages.tooManyTries) return payment(messages.tooManyTries);
  // A gateway that refused was reached, and the store says so.
  const unreachable = error instanceof ApiError && error.status >= 500 && error.message !== messages.paymentTrouble;
  return payment(unreachable ? messages.paymentUnreachable : messages.paymentTrouble);
}

export function payment(message: string): Failure {
  return { type: 'payment', message };
}

function fieldOf(field: unknown): Pick<Failure, 'field'> {
  return field === 'email' || field === 'post_links' ? { field } : {};
}
