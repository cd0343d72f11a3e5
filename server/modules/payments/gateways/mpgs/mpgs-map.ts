// Maps the gateway's values to those of the store. Pure: no network, no clock, no secrets.

import { defaultLanguage, languageTags } from '../../../../../contract/languages.ts';
import { decimalFromCents } from '../../../../../contract/money.ts';
import { centsFromDollars } from '../../../../../contract/number-inputs.ts';
import { storeMessage } from '../../../../../contract/store-messages.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type {
  GatewayStatus,
  GatewayView,
  OpenedSession,
  RefundStatus,
  RefundView,
  SessionRequest,
} from '../../gateway.ts';
import { type PaymentTry, parsePaymentTry } from '../../gateway.ts';
import type { FieldRefusal } from '../../optional-fields.ts';
import { cut, shownWord, storable } from '../exchange.ts';
import type { WireError, WireOrder, WireRefund, WireSession, WireTransaction } from './mpgs-wire-types.ts';

const maxDescriptionLength = 100;
const maxMerchantNameLength = 40;

const meaningOf: ReadonlyMap<string, GatewayStatus> = new Map<string, GatewayStatus>([
  ['INITIATED', 'unpaid'],
  ['AUTHORIZED', 'authorized'],
  ['PARTIALLY_CAPTURED', 'partially_captured'],
  ['PARTIALLY_REFUNDED', 'partially_refunded'],
  ['REFUNDED', 'refunded'],
  ['EXCESSIVELY_REFUNDED', 'refunded'],
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
  ['FAILED', 'declined'],
  ['DISPUTED', 'disputed'],
  ['CHARGEBACK_PROCESSED', 'disputed'],
  // Known, and still open.
  ['REFUND_REQUESTED', 'unclear'],
]);

/** The body of INITIATE_CHECKOUT. Every value comes from the store's own rows (gateway rule 1). */
export function checkoutBody(request: SessionRequest, merchantName: string): object {
  const locale = toLocale(request);
  const { customerEmail } = request;
  return {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: {
      operation: 'PURCHASE',
      merchant: { name: cut(merchantName, maxMerchantNameLength) },
      returnUrl: request.returnUrl,
      timeout: request.timeoutSeconds,
      ...(locale ? { locale } : {}),
    },
    order: {
      id: request.gatewayOrderId,
      amount: decimalFromCents(request.amountCents),
      currency: request.currency,
      description: cut(request.description, maxDescriptionLength),
      notificationUrl: request.notificationUrl,
    },
    ...(customerEmail === null ? {} : { customer: { email: customerEmail } }),
  };
}

/** Empty: the gateway's form is in the default language by itself. */
export function toLocale({ language }: Pick<SessionRequest, 'language'>): string {
  return language === null || language === defaultLanguage ? '' : languageTags[language].replace('-', '_');
}

/** The session of an INITIATE_CHECKOUT response. Throws ExternalError: HTTP 201 means processed, not successful. */
export function openedSession(wire: WireSession): OpenedSession {
  const result = toCode(wire.result);
  if (result === 'FAILURE' || result === 'ERROR' || toCode(wire.session?.updateStatus) === 'FAILURE') {
    throw new ExternalError(
      'refused',
      storeMessage('gateway_session_refused', { result: shownWord(wire.result ?? 'none') }),
    );
  }
  const sessionId = wire.session?.id;
  if (result !== 'SUCCESS' || !sessionId || !wire.successIndicator) {
    throw new ExternalError('unknown', 'The gateway answered without a session.');
  }
  return { sessionId, successIndicator: wire.successIndicator };
}

/** Maps a RETRIEVE_ORDER response. */
export function gatewayView(wire: WireOrder): GatewayView {
  return {
    gatewayOrderId: storable(wire.id),
    status: gatewayStatus(wire.status, wire.result),
    unknownStatus: unknownStatus(wire.status, wire.result),
    rawStatus: storable(wire.status),
    rawResult: storable(wire.result),
    amountCents: parseCents(wire.amount),
    capturedCents: parseCents(wire.totalCapturedAmount),
    refundedCents: parseCents(wire.totalRefundedAmount),
    currency: wire.currency === undefined ? null : storable(wire.currency),
    refundCount: countRefunds(wire.transaction),
    failedTries: wire.transaction.filter(isFailedTry).length,
    lastTry: lastTry(wire),
    transactionCount: transactionCount(wire.transaction),
    formOpen: null,
    disputeDueAt: null,
    lastUpdatedAt: parseMoment(wire.lastUpdatedTime),
  };
}

/** The body of REFUND. The same body under the same transaction ID is the same refund. */
export function refundBody({ amountCents, currency }: { amountCents: number; currency: string }): object {
  return { apiOperation: 'REFUND', transaction: { amount: decimalFromCents(amountCents), currency } };
}

/** Maps a refund response; a transaction of another type or ID is `unclear`. */
export function refundView({ result, transaction }: WireRefund, refundId: string): RefundView {
  const isOurs = toCode(transaction.type) === 'REFUND' && (transaction.id === undefined || transaction.id === refundId);
  return {
    refundId,
    status: (isOurs ? refundMeaningOf.get(toCode(result)) : undefined) ?? 'unclear',
    rawResult: storable(`${transaction.type ?? 'none'} ${result ?? 'none'}`),
    amountCents: parseCents(transaction.amount),
    currency: transaction.currency === undefined ? null : storable(transaction.currency),
  };
}

const refundMeaningOf: ReadonlyMap<string, RefundStatus> = new Map<string, RefundStatus>([
  ['SUCCESS', 'refunded'],
  ['FAILURE', 'failed'],
  ['ERROR', 'failed'],
  ['PENDING', 'pending'],
]);

/** Case-insensitive. An unknown status is `unclear`: neither paid nor failed. */
export function gatewayStatus(wireStatus?: string, wireResult?: string): GatewayStatus {
  const [status, result] = [toCode(wireStatus), toCode(wireResult)];
  if (status === 'CAPTURED') return result === 'SUCCESS' ? 'captured' : 'unclear';
  // An authenticated payer is no payment yet; a payment still in doubt may become one.
  if (status === 'AUTHENTICATED') return result === 'PENDING' || result === 'UNKNOWN' ? 'unclear' : 'unpaid';
  if (status.startsWith('AUTHENTICATION_')) return 'unpaid';
  return meaningOf.get(status) ?? 'unclear';
}

/** The status that this adapter does not support, in the gateway's words; else null. */
function unknownStatus(wireStatus?: string, wireResult?: string): string | null {
  const [status, result] = [toCode(wireStatus), toCode(wireResult)];
  const shown = storable(wireStatus || 'none');
  // Captured and failed at once: an admin must check.
  if (status === 'CAPTURED' && !['SUCCESS', 'PENDING', 'UNKNOWN'].includes(result)) {
    return storable(`${shown}, result ${wireResult || 'none'}`);
  }
  const isKnown = status === 'CAPTURED' || meaningOf.has(status) || /^AUTHENTICAT(ED$|ION_)/.test(status);
  return isKnown ? null : shown;
}

// The comparison ignores case and surrounding spaces.
function toCode(word = ''): string {
  return word.trim().toUpperCase();
}

// Counts distinct IDs: the gateway may list one transaction twice.
function transactionCount(entries: readonly WireTransaction[]): number | null {
  if (entries.length === 0) return null;
  const ids = entries.flatMap(({ transaction }) => transaction?.id ?? []);
  return ids.length === entries.length ? new Set(ids).size : entries.length;
}

/** True only for "no such order"; wrong credentials have the same cause. */
export function isUnknownOrder(httpStatus: number, wire: WireError | null): boolean {
  if ((httpStatus !== 400 && httpStatus !== 404) || wire?.error.cause !== 'INVALID_REQUEST') return false;
  const { field = '', explanation = '' } = wire.error;
  if (/credential/i.test(explanation)) return false;
  if (httpStatus === 404) return true;
  return /^order\.?id$/i.test(field) || (/\border\b/i.test(explanation) && missingPattern.test(explanation));
}

/** True for "no such transaction" and "no such order". */
export function isUnknownTransaction(httpStatus: number, wire: WireError | null): boolean {
  if (isUnknownOrder(httpStatus, wire)) return true;
  if (httpStatus !== 400 || wire?.error.cause !== 'INVALID_REQUEST') return false;
  const { field = '', explanation = '' } = wire.error;
  return (
    /^transaction\.?id$/i.test(field) || (/\btransaction\b/i.test(explanation) && missingPattern.test(explanation))
  );
}

const missingPattern = /unable to find|(can ?not|could not) (be found|find)|not found|does not exist|no such|unknown/i;

/** The optional field of a session that a refusal names; null for another refusal. */
export function refusedField(httpStatus: number, wire: WireError | null): FieldRefusal['field'] | null {
  if (httpStatus !== 400) return null;
  const { field = '', explanation = '' } = wire?.error ?? {};
  if (/\blocale\b/i.test(`${field} ${explanation}`)) return 'language';
  return /^customer(\.email)?$/i.test(field) || /\bcustomer\.email\b/i.test(explanation) ? 'customerEmail' : null;
}

/** The meaning of a response that is no success, with a sentence without the payer's data. */
export function toRefusal(httpStatus: number, wire: WireError | null): ExternalError {
  const isBusy = wire?.error.cause === 'SERVER_BUSY' || wire?.error.cause === 'SERVER_FAILED';
  const isPassing = httpStatus >= 500 || httpStatus === 408 || httpStatus === 429;
  return new ExternalError(
    isBusy || isPassing ? 'unavailable' : 'refused',
    httpStatus === 401
      ? storeMessage('gateway_credentials_wrong')
      : storeMessage('gateway_answered', { answer: describeError(httpStatus, wire) }),
  );
}

// The explanation is left out: it may repeat a submitted value, such as the payer's email.
function describeError(httpStatus: number, wire: WireError | null): string {
  const words = wire ? [wire.error.cause, wire.error.field, wire.error.validationType, wire.error.supportCode] : [];
  const known = words.filter((word) => word !== undefined).map(shownWord);
  return known.length > 0 ? `${httpStatus}: ${known.join(', ')}` : String(httpStatus);
}

/** Null for a missing or invalid amount: negative, more than two decimals, or not in plain notation. */
function parseCents(amount: number | string | undefined): number | null {
  if (typeof amount === 'string' && !/^\d+(\.\d+)?$/.test(amount)) return null;
  const dollars = Number(amount);
  return dollars >= 0 ? centsFromDollars(dollars) : null;
}

// Authentications do not count as payment tries.
function isFailedTry(entry: WireTransaction): boolean {
  return toCode(entry.transaction?.type) === 'PAYMENT' && isOver(entry);
}

// The gateway may list one transaction twice, or none at all.
function countRefunds(entries: readonly WireTransaction[]): number | null {
  if (entries.length === 0) return null;
  const made = entries.filter(
    (entry) => toCode(entry.transaction?.type) === 'REFUND' && toCode(entry.result) === 'SUCCESS',
  );
  return new Set(made.map((entry) => entry.transaction?.id ?? entry)).size;
}

// Ended without money.
function isOver({ result }: WireTransaction): boolean {
  return toCode(result) === 'FAILURE' || toCode(result) === 'ERROR';
}

// By result and time: the order of the list has no meaning.
function lastTry({ transaction: entries, walletProvider }: WireOrder): PaymentTry | null {
  const tries = entries.filter(({ transaction }) => moneyIn.has(toCode(transaction?.type)));
  const rank = (entry: WireTransaction) => {
    if (toCode(entry.result) === 'SUCCESS') return 2;
    return isOver(entry) ? 0 : 1;
  };
  const readTime = (entry: WireTransaction) => parseMoment(entry.timeOfRecord)?.getTime() ?? 0;
  let best: WireTransaction | undefined;
  for (const entry of tries) {
    if (!best || rank(entry) > rank(best) || (rank(entry) === rank(best) && readTime(entry) >= readTime(best)))
      best = entry;
  }
  if (!best) return null;
  const card = best.sourceOfFunds?.provided.card;
  return parsePaymentTry({
    brand: card?.brand,
    cardNumber: card?.number,
    wallet: walletProvider,
    declineCode: isOver(best) ? best.response?.gatewayCode : undefined,
    transactionId: best.transaction?.id,
  });
}

const moneyIn: ReadonlySet<string> = new Set(['PAYMENT', 'AUTHORIZATION']);

// JavaScript would parse a time without a zone in the server's zone.
function parseMoment(text: string | undefined): Date | null {
  if (!text || !/T.*(Z|[+-]\d\d:?\d\d)$/.test(text)) return null;
  const moment = new Date(text);
  // An implausible year counts as no time: the database would refuse it, and with it the payment.
  return moment.getUTCFullYear() >= 2000 && moment.getUTCFullYear() < 2200 ? moment : null;
}
