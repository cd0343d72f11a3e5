// Moves the undelivered rest of a link to the next provider: cancels it first, waits for the confirmed end, then sends.

import type { MovePlan } from '../../contract/fulfilment.ts';
import { orderTitle } from '../../contract/offers.ts';
import { deliveredUnits, hasEnded } from '../../contract/order-progress.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type CodeWithoutParams, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as stalledLinksRepository from '../modules/action-items/stalled-links.repository.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import { readUsualTimes } from '../modules/delivery/usual-times.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { type OrderRow, unitsOfLink } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as catalogueRepository from '../modules/providers/catalogue.repository.ts';
import { listServing, readProviderRoutes } from '../modules/providers/provider-registry.ts';
import { serviceOf } from '../modules/providers/service-of.ts';
import type { ProviderSettings } from '../ports/settings.ts';
import { cancelLink, type Requester } from './cancel-link.ts';
import { putOffForPost } from './dispatch-automatically.ts';
import { dispatchLink } from './dispatch-order.ts';
import { type LinkRequest, lockLink } from './refill-order.ts';
import { assertLinkFree, assertLinksChangeable } from './replace-link.ts';

/** The providers that may get a link of the category, the first to be used first. */
type CandidatesOf = (order: OrderRow) => ProviderSettings[];
type Found = { order: OrderRow; link: DispatchRow; next: ProviderSettings; isEnded: boolean };

const system: Requester = { actor: 'system', name: 'system' };
/** In one run of the job. */
const mostMoved = 20;
/** An open refund and the like leave the rest among the links to send. */
const leftToAdmins = [
  'conflict',
  'already_sent',
  'being_sent',
  'outcome_unsettled',
  'order_not_found',
  'invalid_input',
  'not_paid',
  'cap_reached',
];

/** Throws order_not_found, provider_order_not_found, not_paid, conflict. */
export async function planMove(ctx: StoreContext, request: LinkRequest): Promise<MovePlan> {
  const candidatesOf = await readCandidates(ctx);
  const { order, link, next, isEnded, quantity } = await ctx.database.transaction(async (tx) => {
    const found = await find(tx, request, candidatesOf);
    return { ...found, quantity: await restUpTo(tx, found.order, found.link) };
  });
  const serviceId = serviceOf(next, order);
  const micros = (await catalogueRepository.readRates(ctx.database.db, [{ providerId: next.id, serviceId }])).get(
    `${next.id} ${serviceId}`,
  );
  const snapshot = (await catalogueRepository.snapshots(ctx.database.db)).get(next.id);
  await assertCancelable(ctx, link, isEnded);
  return {
    quantity,
    provider: { id: next.id, name: next.name },
    cost: micros === undefined ? null : (micros * quantity) / 1e9,
    balance: snapshot?.balance == null ? null : Number(snapshot.balance),
    currency: snapshot?.currency ?? null,
    cancels_first: !isEnded,
  };
}

/**
 * moving: the rest is sent by a job. canceling: it moves once the provider has confirmed the end. Throws as `planMove`,
 * and as `cancelLink`.
 */
export async function requestMove(
  ctx: StoreContext,
  request: LinkRequest,
  by: Requester,
): Promise<'moving' | 'canceling'> {
  const candidatesOf = await readCandidates(ctx, by === system);
  const { link, state } = await ctx.database.transaction(async (tx) => {
    const { order, link, isEnded } = await find(tx, request, candidatesOf);
    if (isEnded) {
      await moveRest(ctx, tx, order, link, by);
      return { link, state: 'moving' } as const;
    }
    const isOpen = await requestsRepository.moveAfterCancel(tx, link);
    if (isOpen) {
      const details = { position: link.position };
      await ctx.audit.record(tx, { actor: by.actor, action: 'dispatch.move_requested', subject: order.id, details });
      ctx.live.announce(tx, 'order-update');
    }
    return { link, state: isOpen ? 'canceling' : 'running' } as const;
  });
  if (state !== 'running') return state;
  await assertCancelable(ctx, link, false);
  await cancelLink(ctx, { ...request, movesRest: true }, by);
  return 'canceling';
}

async function readCandidates(ctx: StoreContext, isAutomatic = false): Promise<CandidatesOf> {
  const routes = await readProviderRoutes(ctx);
  return (order) => listServing(routes, order, isAutomatic).map(({ settings }) => settings);
}

async function find(tx: Tx, request: LinkRequest, candidatesOf: CandidatesOf): Promise<Found> {
  const order = await ordersRepository.lockVisible(tx, request.orderId);
  const link = await lockLink(tx, order, request);
  await assertLinksChangeable(tx, order);
  const left = await dispatchRepository.leftProviders(tx, link);
  const next = candidatesOf(order).find(({ id }) => id !== link.providerId && !left.has(id));
  if (!next) {
    throw new StoreError('conflict', { reason: storeMessage('no_other_provider', { category: orderTitle(order) }) });
  }
  return { order, link, next, isEnded: hasEnded(link) && !link.following };
}

async function assertCancelable(ctx: StoreContext, link: DispatchRow, isEnded: boolean): Promise<void> {
  if (isEnded) return;
  const [service] = await catalogueRepository.readServices(ctx.database.db, [link]);
  if (service?.cancel !== false) return;
  throw new StoreError('conflict', { reason: 'cancel_not_offered' });
}

/**
 * Sends a moved rest, once. A refusal stays with the link; a link that was sent or refused meanwhile is skipped. While another
 * order has the post at a provider, the rest waits as the other links do.
 */
export async function sendRest(
  ctx: StoreContext,
  { orderId, position }: { orderId: string; position: number },
): Promise<void> {
  const order = await ordersRepository.findOrder(ctx.database.db, orderId);
  const known = await dispatchRepository.listSends(ctx.database.db, [orderId]);
  if (!order || known.some((link) => link.position === position)) return;
  const postLink = order.postLinks[position] ?? '';
  const request = { orderId, postLink, category: order.category, actor: 'system', elsewhere: true };
  try {
    await dispatchLink(ctx, request);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.code === 'same_link_active') return putOffForPost(ctx, order, position);
    if (!leftToAdmins.includes(error.code)) throw error;
    ctx.log.info({ orderId, position, code: error.code }, 'a moved rest waits for an admin');
  }
}

/** Run on a schedule, with the setting: moves what stalls. The cancellation is requested once a day at most. */
export async function moveStalled(ctx: StoreContext): Promise<void> {
  if (!(await ctx.settings.current()).automatic_move) return;
  const stalled = (await stalledLinksRepository.open(ctx.database.db, await readUsualTimes(ctx))).filter(
    ({ delay }) => delay?.cancel === 'available',
  );
  let moved = 0;
  for (const { order_id: orderId, position, delay } of stalled) {
    if (orderId === null || position === null || delay?.reason === 'not_found' || moved === mostMoved) continue;
    const link = (await dispatchRepository.listSends(ctx.database.db, [orderId])).find(
      (one) => one.position === position,
    );
    if (!link?.providerOrderId || (await requestsRepository.wasCanceled(ctx.database.db, link))) continue;
    try {
      await requestMove(ctx, { orderId, postLink: link.postLink, providerOrderId: link.providerOrderId }, system);
      moved += 1;
    } catch (error) {
      // The item stays for an admin.
      if (!(error instanceof StoreError)) throw error;
    }
  }
}

/**
 * Frees an ended link for another provider, and enqueues the send of its rest. The caller holds the order and the
 * link. Throws not_paid, being_sent, outcome_unsettled, conflict (in delivery, delivered, being refilled, refunded, or without a count).
 */
export async function moveRest(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  link: DispatchRow,
  by: Requester,
): Promise<void> {
  await assertLinksChangeable(tx, order);
  await assertLinkFree(tx, link);
  if (deliveredUnits(link) === null) throw refused('delivered_part_unknown');
  const rest = await restUpTo(tx, order, link);
  const { position } = link;
  await dispatchRepository.replaceLink(tx, link, {
    id: ctx.ids.uuid(),
    orderId: order.id,
    position,
    oldLink: link.postLink,
    newLink: link.postLink,
    reason: null,
    delivered: deliveredUnits(link) ?? 0,
    isMove: true,
    replacedBy: by.name,
  });
  const details = { position, from: link.providerId, quantity: rest };
  await ctx.audit.record(tx, { actor: by.actor, action: 'dispatch.moved', subject: order.id, details });
  const job = { orderId: order.id, position };
  await ctx.jobs.enqueue(tx, 'send_rest', job, { key: `rest ${order.id} ${position}` });
  ctx.live.announce(tx, 'order-update');
}

/** The units that the next provider would get, by the last count. Throws conflict when nothing is left. */
async function restUpTo(tx: Tx, order: OrderRow, link: DispatchRow): Promise<number> {
  const replaced = (await dispatchRepository.replacedUnits(tx, order.id)).get(link.position) ?? 0;
  const rest = unitsOfLink(order, link.position) - replaced - (deliveredUnits(link) ?? 0);
  if (rest <= 0) throw refused('link_delivered_whole');
  return rest;
}

function refused(reason: CodeWithoutParams): StoreError {
  return new StoreError('conflict', { reason });
}
