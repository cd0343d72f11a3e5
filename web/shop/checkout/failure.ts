// What can go wrong at checkout: its type, title, sentence and tips (ERR-1..16, A-15, A-16). Pure.
import type { CheckoutFailure } from '../../../contract/checkout-rules.ts';
import { messages } from '../../../contract/messages.ts';
import { ApiError, NetworkError } from '../../api.ts';

export type FailureType = 'validation' | 'instagram' | 'payment' | 'server' | 'network' | 'general';

export type Failure = {
  type: FailureType;
  message: string;
  /** Where the buyer can mend it. */
  field?: CheckoutFailure['field'];
  position?: number;
};

/** A step of the checkout that failed, with what to tell the buyer. */
export class CheckoutStop extends Error {
  override readonly name = 'CheckoutStop';
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
  }
}

/** create-order refused or did not answer. */
export function orderFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { type: 'network', message: messages.networkError };
  if (!(error instanceof ApiError)) return { type: 'general', message: messages.somethingWrong };
  const said = typeof error.body.message === 'string' ? error.body.message : '';
  // A store that is not open is not busy: its own sentence is the better one (D-25).
  if (error.status === 503 && said === messages.notOpenYet) return { type: 'server', message: said };
  if (error.status >= 500) return { type: 'server', message: messages.orderServerError };
  if (said === '') return { type: 'general', message: messages.somethingWrong };
  return { type: 'validation', message: said, ...fieldOf(error.body.field) };
}

/** init-session refused or did not answer. */
export function sessionFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { type: 'network', message: messages.networkError };
  if (error instanceof ApiError && error.status >= 500) return payment(messages.paymentUnreachable);
  return payment(messages.paymentTrouble);
}

export function payment(message: string): Failure {
  return { type: 'payment', message };
}

export const titles: Record<FailureType, string> = {
  validation: 'Missing Something!',
  instagram: 'Instagram Trouble!',
  payment: 'Payment Oops!',
  server: 'Server Taking a Coffee Break!',
  network: 'Connection Hiccup!',
  general: 'Something Went Wrong!',
};

export const tips: Record<FailureType, readonly string[]> = {
  validation: [
    'Check that your e-mail and every post link are filled in.',
    'Copy the link in the app: open the post, tap Share, then Copy link.',
  ],
  instagram: [
    'Open your post, tap Share, then Copy link, and paste it here.',
    'Links of public posts and reels work best.',
  ],
  payment: [
    'Wait a minute, then try again.',
    'Try another card or another browser.',
    'You have not been charged unless a confirmation says so.',
  ],
  server: ['Wait a minute, then try again.', 'What you typed is kept on this page.'],
  network: ['Check your Wi-Fi or mobile data.', 'What you typed is kept: try again when you are back online.'],
  general: ['Try again in a moment.', 'If it happens again, write to our support.'],
};

function fieldOf(field: unknown): Pick<Failure, 'field'> {
  return field === 'email' || field === 'post_links' ? { field } : {};
}
