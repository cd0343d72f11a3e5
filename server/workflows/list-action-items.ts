// The action items of the overview with the links to send, and the dismissal of an item.

import { type ActionItemKind, actionItemKinds, canDismiss } from '../../contract/action-item-kinds.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { listDeadJobs } from '../jobs/dead-jobs.ts';
import type { ActionItemDetails, UnsentUnits } from '../modules/action-items/action-item-details.repository.ts';
import * as actionItemDetailsRepository from '../modules/action-items/action-item-details.repository.ts';
import * as actionItemsRepository from '../modules/action-items/action-items.repository.ts';
import { type ActionItemRow, countedAtMost, shownOfEach } from '../modules/action-items/action-items.repository.ts';
import { pausedItems, sellingItems } from '../modules/action-items/selling-items.ts';
import * as stalledLinksRepository from '../modules/action-items/stalled-links.repository.ts';
import { readUsualTimes } from '../modules/delivery/usual-times.ts';
import * as linkRequestsRepository from '../modules/dispatch/link-requests.repository.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { listUndeliverable } from '../modules/providers/check-provider-health.ts';
import { listToConfirm } from '../modules/providers/held-services.ts';
import { listPaused } from '../modules/providers/paused-services.ts';
import type { Admin } from '../request-context.ts';
import { listProposals } from './apply-margin-rules.ts';
import { settleShortfall } from './finish-order.ts';
import { proposedCents } from './refund-order.ts';
import { settleDropReport } from './settle-drop-report.ts';

export type ShownItem = ActionItemRow & { details: (ActionItemDetails & { undeliveredCents: number | null }) | null };
type ActionItemSources = {
  kind: ActionItemKind;
  count: number;
  more: boolean;
  canDismiss: boolean;
  /** The total refund for the orders of all items; null for kinds without refunds. */
  refundCents: number | null;
  rows: ShownItem[];
};

/** Kinds with at least one item; of a given kind up to `countedAtMost` items. */
export async function listActionItems(ctx: StoreContext, only?: ActionItemKind): Promise<ActionItemSources[]> {
  const found = only ? new Map([[only, counted(await listOpenItems(ctx, only))]]) : await findNewestItems(ctx);
  const kinds = actionItemKinds.flatMap((kind) => {
    const { count = 0, rows = [] } = found.get(kind) ?? {};
    if (count === 0) return [];
    return {
      kind,
      count: Math.min(count, countedAtMost),
      more: count > countedAtMost,
      canDismiss: canDismiss(kind),
      refundCents: null as number | null,
      rows: rows.slice(0, only ? countedAtMost : shownOfEach).map((row): ShownItem => ({ ...row, details: null })),
    };
  });
  await addDetails(ctx, kinds);
  for (const one of kinds.filter(({ kind }) => kind === 'delivery_stopped')) {
    const rows = one.rows.length < one.count ? await listOpenItems(ctx, one.kind) : one.rows;
    one.refundCents = await sumRefunds(ctx, rows.slice(0, countedAtMost));
  }
  return kinds;
}

async function addDetails(ctx: StoreContext, kinds: readonly ActionItemSources[]): Promise<void> {
  const shown = kinds.flatMap(({ kind, rows }) =>
    rows.flatMap((row) => {
      const { order_id: orderId, position } = row;
      const of = { isStopped: kind === 'delivery_stopped', isDispute: kind === 'chargeback' };
      return orderId === null ? [] : [{ row, orderId, position, ...of }];
    }),
  );
  const found = await actionItemDetailsRepository.readDetails(
    ctx.database.db,
    shown.map(({ orderId, position, isDispute }) => ({ orderId, position, isDispute })),
  );
  const stopped = new Set(shown.filter(({ isStopped }) => isStopped).map(({ orderId }) => orderId));
  const facts = new Map(
    (await actionItemDetailsRepository.refundFacts(ctx.database.db, [...stopped])).map((one) => [one.order.id, one]),
  );
  for (const [place, { row, orderId, isStopped }] of shown.entries()) {
    const known = found.get(place);
    const ofOrder = isStopped ? facts.get(orderId) : undefined;
    row.details = known ? { ...known, undeliveredCents: ofOrder ? proposedCents(ofOrder) : null } : null;
  }
}

async function sumRefunds(ctx: StoreContext, rows: readonly ActionItemRow[]): Promise<number> {
  const ids = new Set(rows.flatMap(({ order_id: orderId }) => orderId ?? []));
  const facts = await actionItemDetailsRepository.refundFacts(ctx.database.db, [...ids]);
  return facts.reduce((sum, one) => sum + (proposedCents(one) ?? 0), 0);
}

/** The unsent links of paid orders; null when there are none. */
export async function findLinksToSend(ctx: StoreContext) {
  const units = await actionItemDetailsRepository.unsentUnits(ctx.database.db);
  if (units.length === 0) return null;
  const sum = (name: Exclude<keyof UnsentUnits, 'offer'>) => units.reduce((total, one) => total + one[name], 0);
  const rests = { links: sum('rests'), quantity: sum('restQuantity') };
  return { links: sum('links'), orders: sum('orders'), units, rests };
}

/** The count and the newest items of each kind. */
export async function findNewestItems(ctx: StoreContext) {
  // Sequential, so that the overview does not use all connections of the pool.
  const found = await actionItemsRepository.newest(ctx);
  found.set('dead_job', counted(await listOpenItems(ctx, 'dead_job')));
  found.set('delivery_stalled', counted(await listOpenItems(ctx, 'delivery_stalled')));
  const paused = await listPaused(ctx);
  const about = sellingItems((await ctx.settings.current()).offers, await listUndeliverable(ctx, paused));
  found.set('category_undeliverable', counted(about.category_undeliverable));
  found.set(
    'category_deliverable',
    counted(await withoutDismissed(ctx, 'category_deliverable', about.category_deliverable)),
  );
  found.set('service_held', counted(pausedItems(await listToConfirm(ctx))));
  found.set('service_above_price', counted(pausedItems(paused)));
  found.set('price_proposed', counted(await listOpenItems(ctx, 'price_proposed')));
  return found.set('database_unwritable', counted(outageRows(ctx)));
}

function outageRows(ctx: StoreContext): ActionItemRow[] {
  const outage = ctx.databaseHealth.outage();
  if (outage === null) return [];
  const { since, reason } = outage;
  const message = storeMessage('database_unwritable', { outage: reason });
  return [{ subject: since.toISOString(), order_id: null, position: null, at: since, words: message }];
}

/** Throws not_found for an item that does not exist (any more). */
export async function dismissActionItem(
  ctx: StoreContext,
  kind: ActionItemKind,
  subject: string,
  note: string,
  admin: Admin,
): Promise<void> {
  const [waiting] = await listOpenItems(ctx, kind, subject);
  if (!waiting) throw new StoreError('not_found', { reason: 'item_settled' });
  await ctx.database.transaction(async (tx) => {
    await actionItemsRepository.dismiss(tx, { kind, subject, note, setBy: admin.email });
    await settleDismissed(ctx, tx, kind, waiting, note);
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'attention.aside',
      subject: waiting.order_id ?? subject,
      details: { kind, subject, note },
    });
    ctx.live.announce(tx, 'alert-update');
  });
}

/** The open items of a kind, up to `countedAtMost` and one; with a subject, that one. */
export async function listOpenItems(
  ctx: StoreContext,
  kind: ActionItemKind,
  subject?: string,
): Promise<ActionItemRow[]> {
  if (kind === 'database_unwritable') return outageRows(ctx);
  if (kind === 'service_held') return withoutDismissed(ctx, kind, pausedItems(await listToConfirm(ctx)), subject);
  if (kind === 'price_proposed') return withoutDismissed(ctx, kind, pausedItems(await listProposals(ctx)), subject);
  if (kind === 'service_above_price') return withoutDismissed(ctx, kind, pausedItems(await listPaused(ctx)), subject);
  if (kind === 'category_undeliverable' || kind === 'category_deliverable') {
    return withoutDismissed(
      ctx,
      kind,
      sellingItems((await ctx.settings.current()).offers, await listUndeliverable(ctx, await listPaused(ctx)))[kind],
      subject,
    );
  }
  if (kind === 'delivery_stalled')
    return stalledLinksRepository.open(ctx.database.db, await readUsualTimes(ctx), subject);
  if (kind !== 'dead_job') return actionItemsRepository.open(ctx, kind, subject);
  const dead = await listDeadJobs(ctx.database.db, 10 * countedAtMost);
  const rows = dead.map(({ id, name, orderId, at, error }) => ({
    subject: id,
    order_id: orderId,
    position: null,
    at,
    words: error === '' ? name : `${name}: ${error}`,
  }));
  return (await withoutDismissed(ctx, kind, rows, subject)).slice(0, countedAtMost + 1);
}

function withoutDismissed(
  ctx: StoreContext,
  kind: ActionItemKind,
  rows: ActionItemRow[],
  subject?: string,
): Promise<ActionItemRow[]> {
  const named = rows.filter((row) => subject === undefined || row.subject === subject);
  return actionItemsRepository.withoutAside(ctx.database.db, kind, named);
}

function counted(rows: ActionItemRow[]): { count: number; rows: ActionItemRow[] } {
  return { count: rows.length, rows };
}

/** Settles the matter of a dismissed item, in the transaction that stores the note. */
async function settleDismissed(
  ctx: StoreContext,
  tx: Tx,
  kind: ActionItemKind,
  item: ActionItemRow,
  note: string,
): Promise<void> {
  const { order_id: orderId, position } = item;
  if (orderId === null || position === null) return;
  if (kind === 'delivery_stopped') await settleShortfall(ctx, tx, { orderId, position }, 'dismissed');
  if (kind !== 'drop_reported' && kind !== 'refill_refused' && kind !== 'link_requested') return;
  const order = await ordersRepository.lockOrder(tx, orderId);
  if (!order) return;
  if (kind === 'link_requested') return declineRequest(ctx, tx, order, position, note);
  // The buyer reads the reason of a dismissed report only: other notes are for admins.
  const reason = kind === 'drop_reported' ? note : null;
  await settleDropReport(ctx, tx, order, position, 'dismissed', reason);
}

/** Sends the reason to the buyer. Throws not_found if another admin decided first. */
async function declineRequest(
  ctx: StoreContext,
  tx: Tx,
  { id: orderId, customerEmail: recipient }: OrderRow,
  position: number,
  reason: string,
): Promise<void> {
  const number = await linkRequestsRepository.closeRequest(tx, { orderId, position }, 'declined', reason);
  if (number === null) throw new StoreError('not_found', { reason: 'item_settled' });
  await ctx.outbox.post(tx, { kind: 'link_declined', orderId, recipient, refundNumber: number });
  ctx.live.announce(tx, 'order-update');
}
