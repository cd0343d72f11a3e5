// What the provider says of sent links: stored, shown for 55 s, and what it means for the order.
import { StoreError } from '../../contract/errors.ts';
import type { DispatchRow } from '../fulfilment/dispatch-rows.ts';
import { isTerminal, liveKind } from '../fulfilment/dispatch-state.ts';
import type { DispatchKey, FulfilmentStore } from '../fulfilment/fulfilment-store.ts';
import type { LiveStatus, Provider, StatusAnswer } from '../fulfilment/provider.ts';
import type { Log } from '../log.ts';
import { nextStatus } from '../orders/order-state.ts';
import type { OrdersStore } from '../orders/orders-store.ts';
import type { Live } from '../ports/live.ts';
import type { Outbox } from '../ports/outbox.ts';
import { OutsideError } from '../ports/outside.ts';
import type { Database } from '../store/database.ts';

export type FollowParts = {
  database: Database;
  orders: OrdersStore;
  fulfilment: FulfilmentStore;
  provider: () => Promise<Provider | null>;
  outbox: Outbox;
  live: Live;
  log: Log;
};

/** How old a live status may be when somebody looks. */
const freshSeconds = 55;
const batchSize = 100;

export type FollowDelivery = ReturnType<typeof createFollowDelivery>;

export function createFollowDelivery(parts: FollowParts) {
  const { database, orders, fulfilment, outbox, live, log } = parts;

  /**
   * The live status of a provider order of ours; asks the provider only when the stored one is old. Throws
   * provider_order_not_found; provider_unavailable when the provider never told any.
   */
  async function lookUp(providerOrderId: string): Promise<{ status: string; remains: number }> {
    const known = await fulfilment.findByProviderOrder(providerOrderId);
    if (!known) throw new StoreError('provider_order_not_found');
    const asks = await fulfilment.takeToLook(known, freshSeconds);
    if (asks) await ask([known]);
    const found = (await fulfilment.findByProviderOrder(providerOrderId)) ?? known;
    if (found.liveStatus === null) throw new StoreError('provider_unavailable', { retryAfterSeconds: freshSeconds });
    return { status: found.liveStatus, remains: found.remains ?? 0 };
  }

  /** Looks at open links that nobody looked at for a while, 100 at a time, until none is left. */
  async function followAll(): Promise<void> {
    for (let rounds = 0; rounds < 100; rounds += 1) {
      const due = await fulfilment.takeToFollow(batchSize, freshSeconds);
      if (due.length === 0 || !(await ask(due))) return;
    }
  }

  // False when the provider could not be asked: what is stored stays.
  async function ask(rows: DispatchRow[]): Promise<boolean> {
    const provider = await parts.provider();
    if (!provider) return false;
    const ids = rows.flatMap((row) => row.providerOrderId ?? []);
    const answers = await provider.statuses(ids).catch((error: unknown) => {
      if (!(error instanceof OutsideError)) throw error;
      log.warn({ fault: error.fault, problem: error.message, links: ids.length }, 'the provider was asked in vain');
      return null;
    });
    if (!answers) return false;
    for (const row of rows) await keep(row, answers.get(row.providerOrderId ?? ''));
    return true;
  }

  async function keep(key: DispatchKey, answer: StatusAnswer | undefined): Promise<void> {
    if (answer?.outcome !== 'known') return;
    await database.transaction(async (tx) => {
      const order = await orders.lockOrder(tx, key.orderId);
      const row = await fulfilment.lockDispatch(tx, key);
      if (!order || !row) return;
      const change = changeBy(row, answer.live);
      const same = Object.entries(change).every(([name, value]) => row[name as keyof DispatchRow] === value);
      if (same) return;
      await fulfilment.changeDispatch(tx, key, change);
      const all = await fulfilment.dispatchesOf(tx, [order.id]);
      const done = all.length === order.postLinks.length && all.every(({ liveStatus }) => isCompleted(liveStatus));
      const status = done ? nextStatus(order.status, 'all_delivered', order.statusByHand) : order.status;
      if (status !== order.status) {
        await orders.changeOrder(tx, order.id, { status });
        await outbox.post(tx, { kind: 'order_completed', orderId: order.id, recipient: order.customerEmail });
      }
      live.announce(tx, 'order-update');
    });
  }

  return { lookUp, followAll };
}

// A status that is not known changes nothing of what is done; it is shown as it is (protocol).
function changeBy(row: DispatchRow, said: LiveStatus): Partial<DispatchRow> {
  const inRange = said.remains !== null && said.remains <= row.quantity;
  return {
    liveStatus: said.status,
    remains: inRange ? said.remains : row.remains,
    following: !isTerminal(said.status),
  };
}

function isCompleted(liveStatus: string | null): boolean {
  return liveStatus !== null && liveKind(liveStatus) === 'completed';
}
