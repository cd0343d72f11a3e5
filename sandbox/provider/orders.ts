// The provider's orders, refills and balance on disk. A ledger file allocates IDs and contains the newest order. A
// crash between the two writes neither loses the order nor reuses its ID.
import type { Disk, Writing } from '../disk.ts';
import type { Pace, ProviderOrder } from './progress.ts';
import { computeProgress, isActive } from './progress.ts';
import { ProviderRefusal } from './services.ts';

const FIRST_ORDER_ID = 23_501;
const START_BALANCE = 10_000 * 100_000;

interface Ledger {
  nextOrder: number;
  nextRefill: number;
  /** 1/100000 USD */
  balance: number;
  newest?: ProviderOrder;
}

export interface Refill {
  id: string;
  order: string;
  createdAtMs: number;
  isRejected: boolean;
  set?: string;
}

export interface ProviderOrders {
  find(id: string): Promise<ProviderOrder | null>;
  list(): Promise<ProviderOrder[]>;
  /** Rejects an order when the same service has an active order for the post, or the balance is too low. */
  add(order: Omit<ProviderOrder, 'id'>, how: { idPrefix: string; pace: Pace }): Promise<ProviderOrder>;
  /** Adds orders of the past with their IDs, without a charge. A known order is unchanged. */
  adopt(orders: readonly ProviderOrder[]): Promise<void>;
  change(id: string, work: (order: ProviderOrder) => void): Promise<ProviderOrder | null>;
  /** Refunds the undelivered part of the charge once. */
  giveBack(id: string, amount: number): Promise<void>;
  addRefill(order: ProviderOrder, nowMs: number, isRejected: boolean): Promise<Refill>;
  findRefill(id: string): Promise<Refill | null>;
  lastRefill(orderId: string): Promise<Refill | null>;
  setRefill(id: string, status: string): Promise<Refill | null>;
  balance(): Promise<number>;
  setBalance(balance: number): Promise<void>;
}

export function createProviderOrders(disk: Disk): ProviderOrders {
  const ledgerNow = async () =>
    (await disk.read<Ledger>('ledger', 'ledger')) ?? {
      nextOrder: FIRST_ORDER_ID,
      nextRefill: 1,
      balance: START_BALANCE,
    };
  const alone = <T>(work: (writing: Writing) => Promise<T>) => disk.change('provider', work);

  async function find(id: string): Promise<ProviderOrder | null> {
    const order = await disk.read<ProviderOrder>('provider-orders', id);
    if (order) return order;
    const { newest } = await ledgerNow();
    return newest?.id === id ? newest : null;
  }

  async function keep(writing: Writing, order: ProviderOrder): Promise<void> {
    await writing.put('provider-orders', order.id, order);
    await writing.put('provider-links', linkKey(order), { order: order.id });
  }

  async function settleNewest(writing: Writing, ledger: Ledger): Promise<void> {
    const { newest } = ledger;
    if (newest && !(await disk.read('provider-orders', newest.id))) await keep(writing, newest);
  }

  return {
    find,
    list: () => disk.list<ProviderOrder>('provider-orders'),
    add: (details, how) =>
      alone(async (writing) => {
        const ledger = await ledgerNow();
        await settleNewest(writing, ledger);
        const earlier = await disk.read<{ order: string }>('provider-links', linkKey(details));
        const other = earlier && (await find(earlier.order));
        if (other && isActive(computeProgress(other, details.createdAtMs, how.pace)))
          throw new ProviderRefusal('same_link');
        if (details.charge > ledger.balance) throw new ProviderRefusal('funds');
        const order = { ...details, id: `${how.idPrefix}${ledger.nextOrder}` };
        await writing.put('ledger', 'ledger', {
          ...ledger,
          nextOrder: ledger.nextOrder + 1,
          balance: ledger.balance - details.charge,
          newest: order,
        });
        await keep(writing, order);
        return order;
      }),
    adopt: (orders) =>
      alone(async (writing) => {
        await Promise.all(orders.map(async (order) => (await find(order.id)) ?? keep(writing, order)));
      }),
    change: (id, work) =>
      alone(async (writing) => {
        const order = await find(id);
        if (!order) return null;
        work(order);
        await writing.put('provider-orders', id, order);
        return order;
      }),
    giveBack: (id, amount) =>
      alone(async (writing) => {
        const order = await find(id);
        if (!order || order.returned !== undefined) return;
        await writing.put('provider-orders', id, { ...order, returned: amount });
        const ledger = await ledgerNow();
        await writing.put('ledger', 'ledger', { ...ledger, balance: ledger.balance + amount });
      }),
    addRefill: (order, nowMs, isRejected) =>
      alone(async (writing) => {
        const ledger = await ledgerNow();
        const refill: Refill = { id: String(ledger.nextRefill), order: order.id, createdAtMs: nowMs, isRejected };
        await writing.put('ledger', 'ledger', { ...ledger, nextRefill: ledger.nextRefill + 1 });
        await writing.put('provider-refills', refill.id, refill);
        await writing.put('provider-refills', `of:${order.id}`, refill);
        return refill;
      }),
    findRefill: (id) => (/^\d+$/.test(id) ? disk.read<Refill>('provider-refills', id) : Promise.resolve(null)),
    async lastRefill(orderId) {
      const last = await disk.read<Refill>('provider-refills', `of:${orderId}`);
      return last && disk.read<Refill>('provider-refills', last.id);
    },
    setRefill: (id, status) =>
      alone(async (writing) => {
        const refill = await disk.read<Refill>('provider-refills', id);
        if (!refill) return null;
        await writing.put('provider-refills', id, { ...refill, set: status });
        return { ...refill, set: status };
      }),
    balance: async () => (await ledgerNow()).balance,
    setBalance: (balance) =>
      alone(async (writing) => writing.put('ledger', 'ledger', { ...(await ledgerNow()), balance })),
  };
}

const linkKey = (order: Pick<ProviderOrder, 'service' | 'post'>) => `${order.service} ${order.post}`;
