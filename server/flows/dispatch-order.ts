// One link goes to the provider, once: claim, call, record (5.3; provider rules 1, 2, 6). Never repeats a call by itself.
import { StoreError } from '../../contract/errors.ts';
import { isErasedEmail } from '../../contract/people-rules.ts';
import { normaliseLink } from '../../contract/post-links.ts';
import { shares } from '../../contract/share.ts';
import type { Wait } from '../clock.ts';
import type { DispatchRow } from '../fulfilment/dispatch-rows.ts';
import {
  claimSeconds,
  claimStartSeconds,
  dispatchTransitions,
  secondsUntilRetry,
} from '../fulfilment/dispatch-state.ts';
import type { DispatchChange, FulfilmentStore } from '../fulfilment/fulfilment-store.ts';
import { partsOf, type Route } from '../fulfilment/joined-providers.ts';
import { type Definite, mayPassOn, type Refused, summedUp } from '../fulfilment/pass-on.ts';
import type { PlaceOutcome } from '../fulfilment/provider.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { nextStatus } from '../orders/order-state.ts';
import type { OrdersStore } from '../orders/orders-store.ts';
import type { RefundsStore } from '../payments/refunds-store.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Audit } from '../ports/audit.ts';
import type { Live } from '../ports/live.ts';
import type { Settings } from '../ports/settings.ts';
import { type Database, isConnectionLoss, violatedConstraint } from '../store/database.ts';
import { createDispatchAlerts } from './dispatch-alerts.ts';

export type DispatchParts = {
  database: Database;
  orders: OrdersStore;
  fulfilment: FulfilmentStore;
  refunds: Pick<RefundsStore, 'hasOpenRefund'>;
  settings: Settings;
  /** The providers that take links, the first to be asked first. */
  routes: () => Promise<Route[]>;
  /** False in live mode before the operator stated how delivery is made. */
  isOpen: () => Promise<boolean>;
  alerts: Alerts;
  audit: Audit;
  live: Live;
  ids: Ids;
  /** Lets so much time pass. */
  wait: Wait;
  log: Log;
};

export type DispatchRequest = {
  orderId: string;
  postLink: string;
  category: string;
  actor: string;
  /** What may be tried again waits instead of failing (D-3, rule 5). */
  automatic?: boolean;
};
export type Dispatched = { dispatch: DispatchRow; category: OrderRow['category'] };

/** About ten seconds in all. */
const recordTries = 6;

type Claim = {
  order: OrderRow;
  position: number;
  claimId: string;
  serviceId: string;
  link: string;
  quantity: number;
  automatic: boolean;
  route: Route;
  /** Who may be asked after it. */
  others: Route[];
  /** What those before it said: all of them, that nothing was placed. */
  refused: Refused[];
};

/** One code path for every send: by an admin now, by a job later (D-3, D-21). */
export function createDispatchOrder(parts: DispatchParts) {
  const { database, orders, fulfilment, refunds, alerts, audit, live, ids, wait, log } = parts;
  const tell = createDispatchAlerts({ alerts, fulfilment });

  /**
   * Sends one link of a paid order with the server's own share. Answers what became of the call and the row as
   * it then is: a refusal and a lost answer are outcomes, not errors. Throws order_not_found, invalid_input, not_paid,
   * already_sent, being_sent, outcome_unsettled, same_link_active, conflict.
   */
  async function dispatchLink(request: DispatchRequest): Promise<Dispatched & { outcome: PlaceOutcome }> {
    if (!(await parts.isOpen())) {
      throw new StoreError('conflict', { message: 'Nothing is sent before the store is opened in the settings.' });
    }
    // One reading for all: another provider's services have other numbers.
    const routes = await parts.routes();
    if (routes.length === 0) throw new StoreError('conflict', { message: 'No provider is configured yet.' });
    let claim = await claimLink(request, routes);
    for (;;) {
      if (!(await fulfilment.isFreshClaim(claim.claimId, claimStartSeconds))) {
        const text = 'The store was paused before the link could be sent. Nothing was sent.';
        return record(claim, { outcome: 'unreachable', text }, request.actor);
      }
      const { serviceId, link, quantity } = claim;
      const outcome = await claim.route.place({ serviceId, link, quantity });
      const next = mayPassOn(outcome) ? await passOn(claim, outcome, request.actor) : null;
      if (!next) return recordSurely(claim, summedUp(claim.refused, claim.route.settings.name, outcome), request.actor);
      claim = next;
    }
  }

  async function claimLink(request: DispatchRequest, routes: Route[]): Promise<Claim> {
    const claimId = ids.uuid();
    try {
      return await database.transaction(async (tx) => {
        const order = await orders.lockOrder(tx, request.orderId);
        if (!order || order.deletedAt) throw new StoreError('order_not_found');
        if (isErasedEmail(order.customerEmail)) {
          throw new StoreError('conflict', {
            message: 'The links of this order were erased. Nothing of it can be sent.',
          });
        }
        const position = positionOf(order, request);
        const { canonicalUrl, key } = normaliseLink(request.postLink);
        const before = await fulfilment.lockDispatch(tx, { orderId: order.id, position });
        if (before) holdToState(before);
        holdToPayment(order);
        // Rule 11: what may be given back is not sent meanwhile.
        if (await refunds.hasOpenRefund(tx, order.id)) {
          throw new StoreError('conflict', {
            message: 'A refund of this order is under way. Wait until it is settled.',
          });
        }
        const [route, ...others] = routes.filter(({ settings }) => settings.serviceIds[order.category] !== '');
        if (!route) {
          throw new StoreError('conflict', { message: `No service id is configured for ${order.category}.` });
        }
        const quantity = shares(order.quantity, order.postLinks.length)[position] ?? 0;
        const postLink = order.postLinks[position] ?? '';
        const serviceId = route.settings.serviceIds[order.category];
        const providerId = route.settings.id;
        const row = { orderId: order.id, position, postLink, linkKey: key, serviceId, providerId, quantity, claimId };
        await fulfilment.claim(tx, row);
        await audit.record(tx, {
          actor: request.actor,
          action: 'dispatch.claimed',
          subject: order.id,
          details: { position },
        });
        const automatic = request.automatic ?? false;
        const link = canonicalUrl;
        return { order, position, claimId, serviceId, link, quantity, automatic, route, others, refused: [] };
      });
    } catch (error) {
      if (violatedConstraint(error) === 'dispatches_one_active_per_link') throw new StoreError('same_link_active');
      throw error;
    }
  }

  // The same claim moves on to the next provider, before that one hears of it. Null where it cannot: the refusal stands.
  async function passOn(claim: Claim, outcome: Definite, actor: string): Promise<Claim | null> {
    const [route, ...others] = claim.others;
    if (!route) return null;
    const { order, position } = claim;
    const serviceId = route.settings.serviceIds[order.category];
    const claimId = ids.uuid();
    try {
      const isMoved = await database.transaction(async (tx) => {
        await orders.lockOrder(tx, order.id);
        const row = await fulfilment.lockDispatch(tx, { orderId: order.id, position });
        if (row?.claimId !== claim.claimId || row.state !== 'sending') return false;
        await fulfilment.changeDispatch(tx, row, {
          ...{ claimId, serviceId, providerId: route.settings.id },
          claimedAt: database.now(),
        });
        const details = { position, from: claim.route.settings.id, to: route.settings.id, said: outcome.text };
        await audit.record(tx, { actor, action: 'dispatch.passed_on', subject: order.id, details });
        if (outcome.outcome === 'refused')
          await tell.ofAccount(tx, claim.route.settings, row.orderId, outcome, `Links go to ${route.settings.name}.`);
        return true;
      });
      const refused = [...claim.refused, { name: claim.route.settings.name, outcome }];
      return isMoved ? { ...claim, claimId, serviceId, route, others, refused } : null;
    } catch (error) {
      // The next one has an order for this post; or the database is away, and the refusal is written down patiently.
      if (violatedConstraint(error) === 'dispatches_one_active_per_link' || isConnectionLoss(error)) return null;
      throw error;
    }
  }

  // What the provider answered is worth money: it is tried again while the database is away, and told in the log.
  async function recordSurely(claim: Claim, outcome: PlaceOutcome, actor: string) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await record(claim, outcome, actor);
      } catch (error) {
        if (violatedConstraint(error) === 'dispatches_provider_order') return record(claim, takenId(outcome), actor);
        if (tries < recordTries && isConnectionLoss(error)) {
          await wait(tries * 500);
          continue;
        }
        const told = { orderId: claim.order.id, position: claim.position, outcome };
        log.error(told, 'what the provider answered could not be written down');
        throw error;
      }
    }
  }

  // Recorded even when the claim was given up meanwhile: an id that arrives late is flagged, never lost.
  async function record(
    claim: Claim,
    outcome: PlaceOutcome,
    actor: string,
  ): Promise<Dispatched & { outcome: PlaceOutcome }> {
    const { id: orderId, category } = claim.order;
    const dispatch = await database.transaction(async (tx) => {
      const order = await orders.lockOrder(tx, orderId);
      const row = await fulfilment.lockDispatch(tx, { orderId, position: claim.position });
      if (!order || !row) throw new Error('A claim lost its order.');
      if (row.claimId !== claim.claimId || (row.state !== 'sending' && row.state !== 'unknown')) {
        return tell.ofLate(tx, row, outcome);
      }
      const changed = await fulfilment.changeDispatch(tx, row, changeOf(row, outcome, claim.automatic));
      const details = { position: claim.position, outcome: outcome.outcome };
      await audit.record(tx, { actor, action: `dispatch.${changed.state}`, subject: orderId, details });
      if (changed.state === 'sent') {
        await orders.changeOrder(tx, orderId, {
          status: nextStatus(order.status, 'first_link_sent', order.statusByHand),
        });
      }
      if (changed.state === 'unknown') await tell.ofUnknown(tx, changed);
      if (claim.automatic && outcome.outcome === 'refused')
        await tell.ofRefusal(tx, claim.route.settings, changed, outcome);
      live.announce(tx, 'order-update');
      return changed;
    });
    return { dispatch, category, outcome };
  }

  function changeOf(row: DispatchRow, outcome: PlaceOutcome, automatic: boolean): DispatchChange {
    const change = changeBy(row, outcome);
    if (outcome.outcome === 'placed' || outcome.outcome === 'unknown') return { ...change, tries: 0 };
    const seconds = automatic && row.state === 'sending' ? secondsUntilRetry(outcome, row.tries) : null;
    if (seconds === null) return change;
    return { ...change, state: 'waiting', nextTryAt: fulfilment.later(seconds), tries: row.tries + 1 };
  }

  /** Claims without an answer become unknown (5.3): run on a schedule. */
  async function expireClaims(): Promise<number> {
    return database.transaction(async (tx) => {
      const expired = await fulfilment.expireClaims(tx, claimSeconds);
      for (const row of expired) {
        await audit.record(tx, {
          actor: 'system',
          action: 'dispatch.unknown',
          subject: row.orderId,
          details: { position: row.position },
        });
        await tell.ofUnknown(tx, row);
      }
      if (expired.length > 0) live.announce(tx, 'order-update');
      return expired.length;
    });
  }

  return { dispatchLink, expireClaims };
}

// The id belongs to another link already (another panel that counts from the start, say): a person must look.
function takenId(outcome: PlaceOutcome): PlaceOutcome {
  const id = outcome.outcome === 'placed' ? partsOf(outcome.providerOrderId).id : '';
  return { outcome: 'unknown', text: `The provider gave the order id ${id}, which belongs to another link here.` };
}

function positionOf(order: OrderRow, { postLink, category }: DispatchRequest): number {
  const position = order.postLinks.indexOf(postLink.trim());
  if (position < 0)
    throw new StoreError('invalid_input', { field: 'postLink', message: 'This link is not in the order.' });
  if (category.toLowerCase() === order.category.toLowerCase()) return position;
  throw new StoreError('invalid_input', { field: 'category', message: "The category is not the order's." });
}

function holdToState({ state }: DispatchRow): void {
  if (state === 'sent') throw new StoreError('already_sent');
  if (state === 'unknown') throw new StoreError('outcome_unsettled');
  if (state === 'sending') throw new StoreError('being_sent');
}

// paid, or an admin vouched for it by hand; never once money went back (gateway rule 11).
function holdToPayment(order: OrderRow): void {
  if (order.paymentStatus === 'refunded' || order.paymentStatus === 'disputed') {
    throw new StoreError('conflict', { message: 'The payment of this order was given back.' });
  }
  const vouched = order.statusByHand && (order.status === 'processing' || order.status === 'completed');
  if (order.paymentStatus !== 'paid' && !vouched) throw new StoreError('not_paid');
}

function changeBy(row: DispatchRow, outcome: PlaceOutcome): Partial<DispatchRow> {
  const event = { placed: 'placed', refused: 'refused', unreachable: 'refused', unknown: 'lost' } as const;
  const state = dispatchTransitions[row.state][event[outcome.outcome]];
  // A refusal that comes after the claim was given up: whoever settles it reads it.
  if (!state || state === 'none') return outcome.outcome === 'placed' ? {} : { hint: outcome.text };
  if (outcome.outcome === 'placed') {
    const late = row.state === 'unknown' ? 'The answer came late.' : null;
    return {
      state,
      providerOrderId: outcome.providerOrderId,
      following: true,
      error: null,
      hint: late,
    } as Partial<DispatchRow>;
  }
  // Rule 6: right after a lost answer, a same-link error hints that the first call was accepted.
  const hint =
    outcome.outcome === 'refused' && outcome.reason === 'same_link'
      ? 'The provider says that this post has an active order there. An earlier call may have been accepted.'
      : null;
  return { state, error: outcome.text, hint };
}
