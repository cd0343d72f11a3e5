// All errors of the store: code, HTTP status, and a default message where one fits every case.
import { messages } from './messages.ts';
import { type RefusalReason, reasonTexts } from './refusal-reasons.ts';

export const errors = {
  invalid_input: { status: 400, message: 'The request is not valid.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  price_changed: { status: 400, message: messages.priceChanged },
  unauthorized: { status: 401, message: 'Please sign in as an admin.' },
  bad_credentials: { status: 401, message: messages.loginFailed },
  code_required: { status: 401, message: messages.codeRequired },
  wrong_passkey: { status: 401, message: messages.wrongPasskey },
  wrong_code: { status: 403, message: messages.wrongCode },
  wrong_track_code: { status: 403, message: 'This code is not right or has expired. Request a new one.' },
  bad_secret: { status: 401, message: 'The notification is not authentic.' },
  step_up: { status: 403, message: 'Please enter your password again to continue.' },
  second_factor_required: {
    status: 403,
    message: 'This store asks every admin for a second factor. Set one up first: Settings, Your sign-in.',
  },
  passkey_required: { status: 401, message: messages.passkeyRequired },
  wrong_password: { status: 403, message: 'This password is not right.' },
  no_role: { status: 403, message: 'Your role does not allow this.' },
  refund_limit: { status: 403, message: 'This refund is above the limit of your role.' },
  stronger_factor: { status: 403, message: 'Use your passkey or a code of your authenticator app.' },
  passkey_refused: { status: 403, message: messages.wrongPasskey },
  no_scope: { status: 403, message: 'This API key does not reach this call.' },
  foreign_origin: { status: 403, message: 'Pages of other sites may not connect here.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  order_not_found: { status: 404, message: messages.orderNotFound },
  provider_order_not_found: { status: 404, message: 'This provider order is not known here.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  too_slow: { status: 408, message: 'The request took too long to arrive.' },
  conflict: { status: 409, message: 'This is not possible in the current state.' },
  undelivered: { status: 409, message: 'Not all of this order was delivered. Confirm to complete it all the same.' },
  undo_expired: { status: 409, message: 'The last change of this status can no longer be undone.' },
  in_flight: { status: 409, message: 'The same request is being worked on. Try again in a moment.' },
  not_paid: { status: 409, message: messages.orderNotPaid },
  not_delivered: { status: 409, message: 'This post is not delivered yet.' },
  guarantee_over: { status: 409, message: 'No guarantee runs for this post any more.' },
  drop_reported: { status: 409, message: 'You reported this post within the last 24 hours.' },
  refill_under_way: { status: 409, message: 'A refill of this post is already on its way.' },
  order_refunded: { status: 409, message: 'This order was refunded.' },
  already_paid: { status: 409, message: 'This order is already paid.' },
  order_closed: { status: 409, message: messages.orderClosed },
  already_sent: { status: 409, message: 'This link has already been sent.' },
  being_sent: { status: 409, message: 'This link is being sent right now.' },
  outcome_unsettled: {
    status: 409,
    message: 'The result of the last send is unknown. Record it before you send this link again.',
  },
  same_link_active: {
    status: 409,
    message: 'This post already has an active provider order. Wait until it is completed.',
  },
  last_owner: { status: 409, message: 'A store needs an owner. Make another admin an owner first.' },
  second_factor_missing: {
    status: 409,
    message: 'Set up a second factor of your own first, or sign in with it: this would lock you out.',
  },
  provider_check_failed: { status: 409, message: 'The test call to the provider failed. Nothing was saved.' },
  not_ready: { status: 409, message: 'The store is not ready to open.' },
  cap_reached: { status: 409, message: 'A spending cap was reached. An owner can open it in Settings, Guardrails.' },
  price_cut_too_large: {
    status: 409,
    message: 'This lowers a price by more than the guardrail allows. An owner can change it in Settings, Guardrails.',
  },
  category_paused: { status: 409, message: messages.categoryPaused },
  settings_changed: {
    status: 409,
    message: 'Somebody else saved the settings in the meantime. Look at the values as they are now, then save again.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than this call takes.' },
  unsupported_media_type: { status: 415, message: 'Send JSON with the content type application/json.' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used with another body.' },
  upgrade_required: { status: 426, message: 'This address speaks websocket only.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait and try again.' },
  card_declines: { status: 429, message: messages.cardDeclines },
  login_locked: { status: 429, message: 'Muitas tentativas. Tente novamente mais tarde.' },
  head_too_large: { status: 431, message: 'The address and headers are larger than the store takes.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  gateway_unavailable: { status: 502, message: messages.paymentUnreachable },
  gateway_refused: { status: 502, message: messages.paymentTrouble },
  refund_refused: { status: 502, message: 'The gateway refused the refund. Nothing was refunded.' },
  provider_refused: { status: 502, message: 'The provider refused the request.' },
  provider_unavailable: { status: 502, message: 'The provider cannot be reached right now.' },
  provider_unknown: {
    status: 502,
    message:
      "The provider did not respond. The result is unknown. Look up the link in the provider's panel, then record the result.",
  },
  channel_unavailable: { status: 502, message: 'This service cannot be reached right now. Please try again.' },
  unavailable: { status: 503, message: 'The store is busy. Please try again in a moment.' },
  checkout_paused: { status: 503, message: messages.checkoutPaused },
  not_open: { status: 503, message: messages.notOpenYet },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

export type ErrorDetails = {
  /** Replaces the message of the reason or of the code. */
  message?: string;
  /** The machine-readable reason why the input is invalid. */
  reason?: RefusalReason;
  /** The invalid input field. */
  field?: string;
  /** Seconds until a retry makes sense, sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Additional body fields, declared by the endpoint. */
  body?: Record<string, unknown>;
};

/** An error with a message for the client. Only `server/http/error-handler.ts` maps it to HTTP. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? (details.reason ? reasonTexts[details.reason] : errors[code].message));
    this.code = code;
    this.details = details;
  }
}
