// The action items of the overview with the links to send, and the dismissal of an item.
import { type ActionItemKind, actionItemKinds, canDismiss } from '../../../contract/action-item-kinds.ts';
import type { Selling } from '../../../contract/selling.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Admin } from '../../request-context.ts';
import type { ActionItemDetails, RefundFacts, UnsentUnits } from './action-item-details.repository.ts';
import * as actionItemDetailsRepository from './action-item-details.repository.ts';
import * as actionItemsRepository from './action-items.repository.ts';
import { type ActionItemRow, countedAtMost, shownOfEach } from './action-items.repository.ts';
import { type PausedService, pausedItems, sellingItems, type Undeliverable } from './selling-items.ts';
import type { UsualTime } from './stalled-links.repository.ts';
import * as stalledLinksRepository from './stalled-links.repository.ts';

/** The failed jobs; handed in by the queue. */
export type DeadJobs = {
  /** Failed for the last time, newest first. */
  list(limit: number): Promise<{ id: string; name: string; orderId: string | null; at: Date; error: string }[]>;
};

export type ActionItemsDeps = {
  database: Database;
  usualTimes: () => Promise<UsualTime[]>;
  /** The refund that the store proposes for what was not delivered, in cents; null without one. */
  proposedCents: (facts: RefundFacts) => number | null;
  deadJobs: DeadJobs;
  /** The current database outage, or null. */
  findOutage: () => { since: Date; message: StoreMessage } | null;
  selling: () => Promise<Selling>;
  listUndeliverable: () => Promise<Undeliverable[]>;
  /** Services that cost more than they sell for, without those that an admin accepted. */
  listPaused: () => Promise<PausedService[]>;
  /** Settles the dismissed matter, in the transaction that stores the note. */
  settle: (tx: Tx, kind: ActionItemKind, item: ActionItemRow, note: string) => Promise<void>;
  audit: Audit;
  live: Live;
};
export type ShownItem = ActionItemRow & { details: (ActionItemDetails & { undeliveredCents: number | null }) | null };
export type ActionItems = ReturnType<typeof createActionItems>;
export type ActionItemSources = {
  kind: ActionItemKind;
  count: number;
  more: boolean;
  canDismiss: boolean;
  rows: ShownItem[];
};

export function createActionItems({
  database,
  usualTimes,
  proposedCents,
  deadJobs,
  findOutage,
  selling,
  listUndeliverable,
  listPaused,
  settle,
  audit,
  live,
}: ActionItemsDeps) {
  /** Kinds with at least one item; of a given kind up to `countedAtMost` items. */
  async function list(only?: ActionItemKind): Promise<ActionItemSources[]> {
    const found = only ? new Map([[only, counted(await open(only))]]) : await newestOfEach();
    const kinds = actionItemKinds.flatMap((kind) => {
      const { count = 0, rows = [] } = found.get(kind) ?? {};
      if (count === 0) return [];
      return {
        kind,
        count: Math.min(count, countedAtMost),
        more: count > countedAtMost,
        canDismiss: canDismiss(kind),
        rows: rows.slice(0, only ? countedAtMost : shownOfEach).map((row): ShownItem => ({ ...row, details: null })),
      };
    });
    await addDetails(kinds);
    return kinds;
  }

  async function addDetails(kinds: readonly ActionItemSources[]): Promise<void> {
    const shown = kinds.flatMap(({ kind, rows }) =>
      rows.flatMap((row) => {
        const { order_id: orderId, position } = row;
        const of = { isStopped: kind === 'delivery_stopped', isDispute: kind === 'chargeback' };
        return orderId === null ? [] : [{ row, orderId, position, ...of }];
      }),
    );
    const found = await actionItemDetailsRepository.detailsOf(
      database.db,
      shown.map(({ orderId, position, isDispute }) => ({ orderId, position, isDispute })),
    );
    const stopped = new Set(shown.filter(({ isStopped }) => isStopped).map(({ orderId }) => orderId));
    const facts = new Map(
      (await actionItemDetailsRepository.refundFacts(database.db, [...stopped])).map((one) => [one.order.id, one]),
    );
    for (const [place, { row, orderId, isStopped }] of shown.entries()) {
      const known = found.get(place);
      const ofOrder = isStopped ? facts.get(orderId) : undefined;
      row.details = known ? { ...known, undeliveredCents: ofOrder ? proposedCents(ofOrder) : null } : null;
    }
  }

  /** The unsent links of paid orders; null when there are none. */
  async function findLinksToSend() {
    const units = await actionItemDetailsRepository.unsentUnits(database.db);
    if (units.length === 0) return null;
    const sum = (name: Exclude<keyof UnsentUnits, 'category'>) => units.reduce((total, one) => total + one[name], 0);
    const rests = { links: sum('rests'), quantity: sum('restQuantity') };
    return { links: sum('links'), orders: sum('orders'), units, rests };
  }

  async function newestOfEach() {
    // Sequential, so that the overview does not use all connections of the pool.
    const found = await actionItemsRepository.newest(database.db);
    found.set('dead_job', counted(await open('dead_job')));
    found.set('delivery_stalled', counted(await open('delivery_stalled')));
    const about = sellingItems(await selling(), await listUndeliverable());
    found.set('category_undeliverable', counted(about.category_undeliverable));
    found.set(
      'category_deliverable',
      counted(await withoutDismissed('category_deliverable', about.category_deliverable)),
    );
    found.set('service_above_price', counted(pausedItems(await listPaused())));
    return found.set('database_unwritable', counted(outageRows()));
  }

  function outageRows(): ActionItemRow[] {
    const outage = findOutage();
    if (outage === null) return [];
    const { since, message } = outage;
    return [{ subject: since.toISOString(), order_id: null, position: null, at: since, words: message }];
  }

  /** Throws not_found for an item that does not exist (any more). */
  async function dismiss(kind: ActionItemKind, subject: string, note: string, admin: Admin): Promise<void> {
    const [waiting] = await open(kind, subject);
    if (!waiting) throw new StoreError('not_found', { reason: 'item_settled' });
    await database.transaction(async (tx) => {
      await actionItemsRepository.dismiss(tx, { kind, subject, note, setBy: admin.email });
      await settle(tx, kind, waiting, note);
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'attention.aside',
        subject: waiting.order_id ?? subject,
        details: { kind, subject, note },
      });
      live.announce(tx, 'alert-update');
    });
  }

  async function open(kind: ActionItemKind, subject?: string): Promise<ActionItemRow[]> {
    if (kind === 'database_unwritable') return outageRows();
    if (kind === 'service_above_price') return withoutDismissed(kind, pausedItems(await listPaused()), subject);
    if (kind === 'category_undeliverable' || kind === 'category_deliverable') {
      return withoutDismissed(kind, sellingItems(await selling(), await listUndeliverable())[kind], subject);
    }
    if (kind === 'delivery_stalled') return stalledLinksRepository.open(database.db, await usualTimes(), subject);
    if (kind !== 'dead_job') return actionItemsRepository.open(database.db, kind, subject);
    const dead = await deadJobs.list(10 * countedAtMost);
    const rows = dead.map(({ id, name, orderId, at, error }) => ({
      subject: id,
      order_id: orderId,
      position: null,
      at,
      words: error === '' ? name : `${name}: ${error}`,
    }));
    return (await withoutDismissed(kind, rows, subject)).slice(0, countedAtMost + 1);
  }

  function withoutDismissed(kind: ActionItemKind, rows: ActionItemRow[], subject?: string): Promise<ActionItemRow[]> {
    const named = rows.filter((row) => subject === undefined || row.subject === subject);
    return actionItemsRepository.withoutAside(database.db, kind, named);
  }

  return { list, findLinksToSend, dismiss, newestOfEach, open };
}

function counted(rows: ActionItemRow[]): { count: number; rows: ActionItemRow[] } {
  return { count: rows.length, rows };
}
