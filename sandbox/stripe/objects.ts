// Stripe's objects in the shapes of the pinned API version, and the actions of payers and banks. No HTTP, no disk.
import { randomBytes } from 'node:crypto';

export type StripeObject = Record<string, unknown> & { id: string; object: string; created: number };

export type StripeObjects = ReturnType<typeof createStripeObjects>;

/** Without another one: a declined and a successful payment have these cards. */
const usualCards = {
  declined: { brand: 'visa', last4: '1019', reason: 'expired_card' },
  paid: { brand: 'mastercard', last4: '0008' },
};
const randomKey = () => randomBytes(12).toString('hex');

/** `all`: what there is already. `newKey`: the part of an ID behind its prefix. */
export function createStripeObjects(
  now: () => Date,
  all: Map<string, StripeObject> = new Map(),
  newKey: () => string = randomKey,
) {
  const seconds = () => Math.floor(now().getTime() / 1000);

  function add(prefix: string, object: string, fields: Record<string, unknown>): StripeObject {
    const made = { id: `${prefix}_${newKey()}`, object, created: seconds(), livemode: false };
    const whole: StripeObject = { ...made, ...fields };
    all.set(whole.id, whole);
    return whole;
  }

  function get(id: string, object: string): StripeObject | null {
    const found = all.get(id);
    return found?.object === object ? found : null;
  }

  /** Newest first, as in every Stripe list. */
  function list(object: string, intentId?: string): StripeObject[] {
    const ofIntent = (one: StripeObject) =>
      one.object === object && (intentId === undefined || one.payment_intent === intentId);
    return [...all.values()].filter(ofIntent).reverse();
  }

  function addSession(params: Record<string, unknown>): StripeObject {
    const id = `cs_test_${newKey()}${randomKey()}`;
    const [line] = Object.values(params.line_items as Record<string, { price_data: Record<string, unknown> }>);
    return add('', 'checkout.session', {
      id,
      adaptive_pricing: { enabled: false },
      amount_subtotal: Number(line?.price_data.unit_amount),
      amount_total: Number(line?.price_data.unit_amount),
      client_reference_id: params.client_reference_id ?? null,
      client_secret: `${id}_secret_${randomBytes(24).toString('hex')}`,
      currency: line?.price_data.currency,
      customer: null,
      customer_details: null,
      customer_email: params.customer_email ?? null,
      expires_at: Number(params.expires_at),
      metadata: params.metadata ?? {},
      mode: params.mode,
      payment_intent: null,
      payment_method_types: Object.values(params.allowed_payment_method_types ?? ['card']),
      payment_status: 'unpaid',
      return_url: params.return_url,
      status: 'open',
      ui_mode: params.ui_mode,
      url: null,
      payment_intent_data: params.payment_intent_data,
    });
  }

  /** The payment of a session, created by the payer's first try. */
  function intentOf(session: StripeObject): StripeObject {
    const known = typeof session.payment_intent === 'string' ? all.get(session.payment_intent) : undefined;
    if (known) return known;
    const { metadata } = (session.payment_intent_data ?? {}) as { metadata?: object };
    const made = add('pi', 'payment_intent', {
      amount: session.amount_total,
      amount_received: 0,
      currency: session.currency,
      latest_charge: null,
      metadata: metadata ?? {},
      status: 'requires_payment_method',
    });
    session.payment_intent = made.id;
    return made;
  }

  function addCharge(session: StripeObject, fields: Record<string, unknown>): StripeObject {
    const intent = intentOf(session);
    const charge = add('ch', 'charge', {
      amount: intent.amount,
      amount_captured: 0,
      amount_refunded: 0,
      balance_transaction: null,
      captured: false,
      currency: intent.currency,
      disputed: false,
      metadata: intent.metadata,
      paid: false,
      payment_intent: intent.id,
      refunded: false,
      ...fields,
    });
    intent.latest_charge = charge.id;
    return charge;
  }

  return {
    add,
    get,
    find: (id: string) => all.get(id),
    all: () => [...all.values()],
    /** An object of another file. */
    put: (object: StripeObject) => void all.set(object.id, object),
    list,
    addSession,
    intentOf,

    decline(session: StripeObject, { wallet, card, reason = usualCards.declined.reason }: Declined = {}): StripeObject {
      addCharge(session, {
        status: 'failed',
        failure_code: 'card_declined',
        outcome: { reason, type: 'issuer_declined' },
        payment_method_details: shownCard(card ?? usualCards.declined, wallet),
      });
      return Object.assign(intentOf(session), { status: 'requires_payment_method' });
    },

    pay(session: StripeObject, change: { amount?: number; currency?: string } & PaidBy = {}): StripeObject {
      const { amount = session.amount_total, currency = session.currency } = change;
      addCharge(session, {
        status: 'succeeded',
        outcome: { reason: null, type: 'authorized' },
        payment_method_details: shownCard(change.card ?? usualCards.paid, change.wallet),
        paid: true,
        captured: true,
        amount,
        amount_captured: amount,
        currency,
      });
      Object.assign(intentOf(session), { status: 'succeeded', amount_received: amount });
      return Object.assign(session, { status: 'complete', payment_status: 'paid' });
    },

    /** Confirmed by the payer, without a result yet. */
    process(session: StripeObject, { wallet, card = usualCards.paid }: PaidBy = {}): StripeObject {
      addCharge(session, { status: 'pending', payment_method_details: shownCard(card, wallet) });
      Object.assign(intentOf(session), { status: 'processing' });
      return Object.assign(session, { status: 'complete' });
    },

    /** The result of what was processed. Null: nothing was. */
    finish(session: StripeObject, isPaid: boolean): StripeObject | null {
      const intent = intentOf(session);
      const charge = all.get(String(intent.latest_charge));
      if (intent.status !== 'processing' || !charge) return null;
      const { amount } = charge;
      if (isPaid) {
        Object.assign(charge, { status: 'succeeded', paid: true, captured: true, amount_captured: amount });
        Object.assign(intent, { status: 'succeeded', amount_received: amount });
        Object.assign(session, { payment_status: 'paid' });
      } else {
        Object.assign(charge, { status: 'failed', failure_code: 'processing_error' });
        Object.assign(intent, { status: 'requires_payment_method' });
      }
      return charge;
    },

    /**
     * Books the last charge of a session, a refund or a dispute, with its fee in cents. `expand` of a list shows it. A payout
     * can contain the transaction.
     */
    bookFee(of: StripeObject, fee: number, currency: unknown = of.currency, exchangeRate: number | null = null) {
      const source = of.object === 'checkout.session' ? all.get(String(intentOf(of).latest_charge)) : of;
      const object = String(source?.object);
      const isDispute = object === 'dispute';
      const isWon = isDispute && fee < 0;
      const sign = object === 'charge' || isWon ? 1 : -1;
      const amount = sign * Math.round(Number(source?.amount) * (exchangeRate ?? 1));
      const transaction = add('txn', 'balance_transaction', {
        amount,
        fee,
        net: amount - fee,
        currency,
        exchange_rate: exchangeRate,
        type: isDispute ? 'adjustment' : object,
        reporting_category: isWon ? 'dispute_reversal' : object,
        source: source?.id ?? null,
      });
      if (isDispute) of.balance_transactions = [...((of.balance_transactions as []) ?? []), transaction];
      else if (source) source.balance_transaction = transaction.id;
      return transaction;
    },

    /** A transaction that belongs to no payment: a fee, an adjustment, a returned payout. */
    bookOther(type: string, amount: number, fee = 0): StripeObject {
      const booked = { amount, fee, net: amount - fee, currency: 'usd', exchange_rate: null, type };
      return add('txn', 'balance_transaction', { ...booked, reporting_category: type, source: null });
    },

    /** Pays transactions out. The list of a payout has its own transaction, too. */
    payOut(transactions: readonly StripeObject[], change: Record<string, unknown> = {}): StripeObject {
      const amount = transactions.reduce((sum, one) => sum + Number(one.amount) - Number(one.fee), 0);
      const payout = add('po', 'payout', {
        amount,
        currency: transactions[0]?.currency ?? 'usd',
        arrival_date: seconds(),
        automatic: true,
        failure_code: null,
        method: 'standard',
        reconciliation_status: 'completed',
        status: 'paid',
        type: 'bank_account',
        ...change,
      });
      const whole = { amount: -amount, fee: 0, net: -amount, currency: payout.currency, type: 'payout' };
      const own = add('txn', 'balance_transaction', { ...whole, reporting_category: 'payout', source: payout.id });
      for (const one of [...transactions, own]) one.payout = payout.id;
      return payout;
    },

    expire(session: StripeObject): StripeObject {
      return Object.assign(session, { status: 'expired' });
    },

    dispute(session: StripeObject, status = 'needs_response', dueBy: number | null = null): StripeObject {
      const intent = intentOf(session);
      const charge = all.get(String(intent.latest_charge));
      if (charge) charge.disputed = true;
      return add('du', 'dispute', {
        amount: intent.amount,
        charge: intent.latest_charge,
        currency: intent.currency,
        evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
        metadata: {},
        payment_intent: intent.id,
        reason: 'fraudulent',
        status,
      });
    },

    /** Throws where Stripe rejects the refund. */
    refund(intent: StripeObject, params: { amount?: number; metadata?: object; status?: string }): StripeObject {
      const charge = all.get(String(intent.latest_charge));
      const amount = params.amount ?? Number(charge?.amount_captured ?? 0);
      const refunded = Number(charge?.amount_refunded ?? 0) + amount;
      if (!charge || refunded > Number(charge.amount_captured)) throw new Error('charge_already_refunded');
      if (params.status !== 'failed') {
        Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount_captured });
      }
      return add('re', 'refund', {
        amount,
        charge: charge.id,
        currency: intent.currency,
        metadata: params.metadata ?? {},
        payment_intent: intent.id,
        reason: null,
        status: params.status ?? 'succeeded',
      });
    },
  };
}

export type Wallet = 'apple_pay' | 'google_pay' | 'link';
/** Without a wallet: a typed card. */
type PaidBy = { wallet?: Wallet | undefined; card?: ShownCard | undefined };
type Declined = PaidBy & { reason?: string | undefined };
type ShownCard = { brand: string; last4: string };

function shownCard({ brand, last4 }: ShownCard, wallet?: Wallet): object {
  const ofWallet = wallet ? { type: wallet, dynamic_last4: '4321' } : null;
  return { type: 'card', card: { brand, last4, country: 'US', wallet: ofWallet } };
}
