// Before a send: checks whether the link may be sent, and claims it, so that no two sends run at once (provider rule
// 2).

import { linkRuleOf, normaliseBy } from '../../contract/links/order-links.ts';
import { orderOfferKey, orderTitle } from '../../contract/offers.ts';
import type { ReplacedUnits } from '../../contract/order-progress.ts';
import { isErasedEmail } from '../../contract/retention.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { isConnectionLoss, type Tx, violatedConstraint } from '../database/database.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import type { Definite, Refused } from '../modules/dispatch/dispatch-state.ts';
import * as linkRequestsRepository from '../modules/dispatch/link-requests.repository.ts';
import { computeUndeliveredAmount } from '../modules/dispatch/undelivered-amount.ts';
import { type OrderRow, positionOfLink, unitsOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { undeliveredGiven } from '../modules/payments/refundable.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import * as catalogueRepository from '../modules/providers/catalogue.repository.ts';
import { listServing, type Route } from '../modules/providers/provider-registry.ts';
import { serviceOf } from '../modules/providers/service-of.ts';
import { alertAccountRefused } from './dispatch-alerts.ts';

export type DispatchRequest = {
  orderId: string;
  postLink: string;
  category: string;
  actor: string;
  /** Failures of this kind are retried later. */
  automatic?: boolean;
  /** Only to a provider that the link was not moved away from. */
  elsewhere?: boolean;
};

/** A link that this process alone may send. */
export type Claim = {
  order: OrderRow;
  position: number;
  claimId: string;
  serviceId: string;
  link: string;
  quantity: number;
  automatic: boolean;
  route: Route;
  /** The providers to try next. */
  others: Route[];
  /** The refusals of the providers before it. Each of them placed nothing. */
  refused: Refused[];
};

/**
 * Claims a link for one send by the first provider that serves it, and reserves its cost. Throws order_not_found,
 * invalid_input, not_paid, sending_paused, already_sent, being_sent, outcome_unsettled, same_link_active, cap_reached,
 * conflict.
 */
export async function claimDispatch(ctx: StoreContext, request: DispatchRequest, routes: Route[]): Promise<Claim> {
  const claimId = ctx.ids.uuid();
  const ratesByService = await catalogueRepository.readRates(ctx.database.db, listServices(routes), {
    inDollars: true,
  });
  try {
    return await ctx.spending.transaction('provider', async (tx, reserve) => {
      const order = await ordersRepository.lockVisible(tx, request.orderId);
      if (isErasedEmail(order.customerEmail)) {
        throw new StoreError('conflict', { reason: 'links_erased_unsent' });
      }
      const pausedUntil = await dispatchRepository.findPausedUntil(tx, order.id);
      if (pausedUntil) {
        const params = { until: pausedUntil.toISOString(), timeZone: await ctx.settings.timeZone() };
        throw new StoreError('sending_paused', { reason: storeMessage('sending_paused_until', params) });
      }
      const position = findPosition(order, request);
      const { canonical: link, key } = normaliseBy(linkRuleOf(order), request.postLink);
      const before = await dispatchRepository.lockSend(tx, { orderId: order.id, position });
      if (before) assertSendable(before);
      // A job claims new and waiting links. A link that failed since the job read it is left to an admin.
      if (request.automatic && before?.state === 'failed') throw new StoreError('outcome_unsettled');
      assertPaid(order);
      // Gateway rule 11: nothing is sent while a refund is in progress.
      if (await refundsRepository.hasOpenRefund(tx, order.id)) {
        throw new StoreError('conflict', { reason: 'refund_in_progress_retry' });
      }
      const postLink = order.postLinks[position] ?? '';
      const held = { orderId: order.id, position, oldLink: postLink };
      if (request.automatic && (await linkRequestsRepository.isHeld(tx, held))) {
        throw new StoreError('conflict', { reason: 'link_request_open' });
      }
      const serving = servingRoutes(routes, order, request.automatic ?? false);
      const left = await dispatchRepository.leftProviders(tx, { orderId: order.id, position, postLink });
      const elsewhere = serving.filter(({ settings }) => !left.has(settings.id));
      // Where the link was everywhere, an admin may send it to the first provider again.
      const isBack = elsewhere.length === 0 && !request.elsewhere && !request.automatic;
      const [route, ...others] = isBack ? serving : elsewhere;
      if (!route) {
        throw new StoreError('conflict', { reason: storeMessage('no_service', { category: orderTitle(order) }) });
      }
      // The units delivered for a replaced link are not sent again.
      const replaced = await dispatchRepository.replacedUnits(tx, order.id);
      const quantity = unitsOfLink(order, position) - (replaced.get(position) ?? 0);
      await assertNotRefunded(tx, order, { quantity, replaced });
      const serviceId = serviceOf(route.settings, order);
      const providerId = route.settings.id;
      const row = { orderId: order.id, position, postLink, linkKey: key, serviceId, providerId, quantity, claimId };
      const cost = costCents(order, quantity, [route, ...others], ratesByService);
      await reserve(cost, dispatchReference(order.id, position));
      await dispatchRepository.claim(tx, row);
      await ctx.audit.record(tx, {
        actor: request.actor,
        action: 'dispatch.claimed',
        subject: order.id,
        details: { position },
      });
      const automatic = request.automatic ?? false;
      return { order, position, claimId, serviceId, link, quantity, automatic, route, others, refused: [] };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'dispatches_one_active_per_link') throw new StoreError('same_link_active');
    throw error;
  }
}

/** Units refunded as undelivered are not sent: the rest that is missing must cover this link. */
async function assertNotRefunded(
  tx: Tx,
  order: OrderRow,
  { quantity, replaced }: { quantity: number; replaced: ReplacedUnits },
): Promise<void> {
  const given = undeliveredGiven(await refundsRepository.listRefunds(tx, [order.id]));
  if (given === 0) return;
  const missing = computeUndeliveredAmount(order, await dispatchRepository.listSends(tx, [order.id]), replaced);
  if (missing.quantity - quantity < given) throw new StoreError('conflict', { reason: 'link_refunded_undelivered' });
}

/** Moves the claim to the next provider before the request to it. Null when it cannot: the refusal stays. */
export async function failOver(
  ctx: StoreContext,
  claim: Claim,
  outcome: Definite,
  actor: string,
): Promise<Claim | null> {
  const [route, ...others] = claim.others;
  if (!route) return null;
  const { order, position } = claim;
  const serviceId = serviceOf(route.settings, order);
  const claimId = ctx.ids.uuid();
  try {
    const isMoved = await ctx.database.transaction(async (tx) => {
      await ordersRepository.lockOrder(tx, order.id);
      const row = await dispatchRepository.lockSend(tx, { orderId: order.id, position });
      if (row?.claimId !== claim.claimId || row.state !== 'sending') return false;
      await dispatchRepository.changeSend(tx, row, {
        claimId,
        serviceId,
        providerId: route.settings.id,
        ...dispatchRepository.readPrice({ providerId: route.settings.id, serviceId }),
        claimedAt: ctx.database.now(),
      });
      const details = { position, from: claim.route.settings.id, to: route.settings.id, said: outcome.text };
      await ctx.audit.record(tx, { actor, action: 'dispatch.passed_on', subject: order.id, details });
      if (outcome.outcome === 'refused')
        await alertAccountRefused(
          ctx,
          tx,
          claim.route.settings,
          row.orderId,
          outcome,
          storeMessage('links_go_to', { provider: route.settings.name }),
        );
      if (outcome.outcome === 'refused') await deliveryMarksRepository.mark(tx, row, { kind: 'refused' });
      return true;
    });
    const refused = [...claim.refused, { name: claim.route.settings.name, outcome }];
    return isMoved ? { ...claim, claimId, serviceId, route, others, refused } : null;
  } catch (error) {
    // The database is away, and the refusal is written down patiently.
    if (isConnectionLoss(error)) return null;
    throw error;
  }
}

/** Empty where no provider has a service of the offer. Throws conflict where none of the services may be used. */
function servingRoutes(routes: Route[], order: OrderRow, isAutomatic: boolean): Route[] {
  const serving = listServing(routes, order, isAutomatic);
  const chosen = routes.filter(({ settings }) => serviceOf(settings, order) !== '');
  if (serving.length > 0 || chosen.length === 0) return serving;
  const key = orderOfferKey(order);
  const code = chosen.every(({ held }) => held.includes(key)) ? 'services_held' : 'services_too_expensive';
  throw new StoreError('conflict', { reason: storeMessage(code, { category: orderTitle(order) }) });
}

function findPosition(order: OrderRow, { postLink, category }: DispatchRequest): number {
  const position = positionOfLink(order, postLink);
  if (category.toLowerCase() === order.category.toLowerCase()) return position;
  throw new StoreError('invalid_input', { field: 'category', reason: 'category_differs' });
}

function assertSendable({ state }: DispatchRow): void {
  if (state === 'sent') throw new StoreError('already_sent');
  if (state === 'unknown') throw new StoreError('outcome_unsettled');
  if (state === 'sending') throw new StoreError('being_sent');
}

// Paid by the ledger, by a capture or by an admin's note (D-41); never after a refund (gateway rule 11).
function assertPaid(order: OrderRow): void {
  if (order.paymentStatus === 'refunded' || order.paymentStatus === 'disputed') {
    throw new StoreError('conflict', { reason: 'order_payment_refunded' });
  }
  if (order.paymentStatus !== 'paid') throw new StoreError('not_paid');
}

/** What the spending caps call a link. */
export function dispatchReference(orderId: string, position: number): string {
  return `${orderId} ${position}`;
}

function listServices(routes: Route[]): { providerId: string; serviceId: string }[] {
  return routes.flatMap(({ settings: { id, serviceIds } }) =>
    Object.values(serviceIds).map((serviceId) => ({ providerId: id, serviceId })),
  );
}

/** The highest price of the providers that may get the link; the buyer's price where one of them is unknown. */
function costCents(
  order: OrderRow,
  quantity: number,
  routes: Route[],
  ratesByService: ReadonlyMap<string, number>,
): number {
  const paidCents = Math.ceil((order.amountCents * quantity) / order.quantity);
  const costs = routes.map(({ settings }) => {
    const micros = ratesByService.get(`${settings.id} ${serviceOf(settings, order)}`);
    return micros === undefined ? paidCents : Math.ceil((micros * quantity) / 10_000_000);
  });
  return Math.max(...costs);
}
