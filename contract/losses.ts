// Why visitors do not become buyers, where the store counts it. Without zod: used by server and pages.

/**
 * Why an order was refused. form: email or quantity. link: a link of the order. price: the page had another price. limit: too many
 * orders or requests. paused: the store, its checkout or the category takes no orders.
 */
export const refusalKinds = ['form', 'link', 'price', 'limit', 'paused'] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** Kinds of declined cards, as `decline_kind()` of the database has them. */
export const declineKinds = [
  'bank',
  'funds',
  'card',
  'authentication',
  'blocked',
  'canceled',
  'fault',
  'other',
] as const;
export type DeclineKind = (typeof declineKinds)[number];

/**
 * Why a placed order brought no money, as `loss_reason()` of the database has it. not_opened: the card form was never opened.
 * form_expired: it was, and no card was tried in time. refunded: in full.
 */
export const paymentLosses = [
  ...([
    'declined_bank',
    'declined_funds',
    'declined_card',
    'declined_authentication',
    'declined_blocked',
    'declined_canceled',
    'declined_fault',
    'declined_other',
  ] as const satisfies readonly `declined_${DeclineKind}`[]),
  'not_opened',
  'form_expired',
  'refunded',
  'disputed',
] as const;
export type PaymentLoss = (typeof paymentLosses)[number];

/** The rest of a loss: whatever the store cannot count. */
export const unknownLoss = 'unknown';
