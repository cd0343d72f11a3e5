// The action items of the overview with the links to send, and the dismissal of an item.
import { type ActionItemKind, actionItemKinds, canDismiss } from '../../../contract/action-item-kinds.ts';
import { StoreError } from '../../../contract/errors.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Admin } from '../../request-context.ts';
import type { ActionItemDetails, ActionItemDetailsRepository } from './action-item-details.repository.ts';
import {
  type ActionItemRow,
  type ActionItemsRepository,
  countedAtMost,
  shownOfEach,
} from './action-items.repository.ts';

/** The failed jobs; handed in by the queue. */
export type DeadJobs = {
  /** Failed for the last time, newest first. */
  list(limit: number): Promise<{ id: string; name: string; orderId: string | null; at: Date; error: string }[]>;
};

export type ActionItemsDeps = {
  database: Database;
  repository: ActionItemsRepository;
  details: ActionItemDetailsRepository;
  deadJobs: DeadJobs;
  /** The current database outage, or null. */
  findOutage: () => { since: Date; words: string } | null;
  /** Settles the dismissed matter, in the transaction that stores the note. */
  settle: (tx: Tx, kind: ActionItemKind, item: ActionItemRow) => Promise<void>;
  audit: Audit;
  live: Live;
};
export type ShownItem = ActionItemRow & { details: ActionItemDetails | null };
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
  repository,
  details,
  deadJobs,
  findOutage,
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
        return orderId === null ? [] : [{ row, of: { orderId, position, ...of } }];
      }),
    );
    const found = await details.detailsOf(shown.map(({ of }) => of));
    for (const [place, { row }] of shown.entries()) row.details = found.get(place) ?? null;
  }

  /** The unsent links of paid orders; null when there are none. */
  async function findLinksToSend() {
    const units = await details.unsentUnits();
    if (units.length === 0) return null;
    const sum = (name: 'links' | 'orders') => units.reduce((total, one) => total + one[name], 0);
    return { links: sum('links'), orders: sum('orders'), units };
  }

  async function newestOfEach() {
    // Sequential, so that the overview does not use all connections of the pool.
    const found = await repository.newest();
    found.set('dead_job', counted(await open('dead_job')));
    return found.set('database_unwritable', counted(outageRows()));
  }

  function outageRows(): ActionItemRow[] {
    const outage = findOutage();
    if (outage === null) return [];
    const { since, words } = outage;
    return [{ subject: since.toISOString(), order_id: null, position: null, at: since, words }];
  }

  /** Throws not_found for an item that does not exist (any more). */
  async function dismiss(kind: ActionItemKind, subject: string, note: string, admin: Admin): Promise<void> {
    const [waiting] = await open(kind, subject);
    if (!waiting) throw new StoreError('not_found', { message: 'This action item is already settled.' });
    await database.transaction(async (tx) => {
      await repository.dismiss(tx, { kind, subject, note, setBy: admin.email });
      await settle(tx, kind, waiting);
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
    if (kind !== 'dead_job') return repository.open(kind, subject);
    const dead = await deadJobs.list(10 * countedAtMost);
    const rows = dead.map(({ id, name, orderId, at, error }) => ({
      subject: id,
      order_id: orderId,
      position: null,
      at,
      words: error === '' ? name : `${name}: ${error}`,
    }));
    const named = rows.filter((row) => subject === undefined || row.subject === subject);
    return (await repository.withoutAside(kind, named)).slice(0, countedAtMost + 1);
  }

  return { list, findLinksToSend, dismiss };
}

function counted(rows: ActionItemRow[]): { count: number; rows: ActionItemRow[] } {
  return { count: rows.length, rows };
}
