// Orders of many buyers, written together: each is held to its own limit and key, and none hinders another.

import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { NewOrder } from '../modules/orders/orders.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';

export type OrderInput = {
  order: Omit<NewOrder, 'id' | 'amountCents' | 'addressKey'>;
  /** The server's price; why there is none: the buyer saw another one, or the category is paused. */
  amountCents: number | StoreError;
  /** The code of the buyer's address. */
  buyer: string;
  idempotencyKey: string | null;
  bodyHash: string;
};

export type Placed = { orderId: string };

type Writing = { input: OrderInput; outcome: Placed | StoreError | null };

const unpaidOrders = { count: 10, windowSeconds: 600 };
const scope = 'create-order';

/**
 * Writes new, unpaid orders in the caller's transaction. Returns for each, in order, its ID or the reason of the
 * refusal: in_flight, idempotency_mismatch, price_changed, category_paused, rate_limited. A key that was used before returns the same
 * response. `factor`: RATE_LIMIT_FACTOR.
 */
export async function writeOrders(ctx: StoreContext, tx: Tx, batch: OrderInput[]): Promise<(Placed | StoreError)[]> {
  const all: Writing[] = batch.map((input) => ({ input: input, outcome: null }));
  const open = () => all.filter(({ outcome }) => outcome === null);
  await answerRepeats(tx, all);
  for (const one of open()) if (one.input.amountCents instanceof StoreError) one.outcome = one.input.amountCents;
  await assertWithinLimit(ctx, tx, open());
  await write(ctx, tx, open());
  return all.map(({ outcome }) => outcome ?? new StoreError('internal'));
}

async function answerRepeats(tx: Tx, all: Writing[]): Promise<void> {
  const byKey = new Map<string, Writing>();
  for (const one of all) {
    const key = one.input.idempotencyKey;
    if (key === null) continue;
    // The first of them is under way: in this very batch.
    if (byKey.has(key)) one.outcome = new StoreError('in_flight', { retryAfterSeconds: 1 });
    else byKey.set(key, one);
  }
  if (byKey.size === 0) return;
  const ours = await ordersRepository.tryKeys(tx, scope, [...byKey.keys()]);
  const answers = await ordersRepository.findAnswers(tx, scope, [...ours]);
  for (const [key, one] of byKey) {
    const kept = answers.get(key);
    if (!ours.has(key)) one.outcome = new StoreError('in_flight', { retryAfterSeconds: 1 });
    else if (kept && kept.bodyHash !== one.input.bodyHash) one.outcome = new StoreError('idempotency_mismatch');
    else if (kept) one.outcome = { orderId: String(kept.answer.orderId) };
  }
}

async function assertWithinLimit(ctx: StoreContext, tx: Tx, open: Writing[]): Promise<void> {
  if (open.length === 0) return;
  const { count, windowSeconds } = unpaidOrders;
  const buyers = [...new Set(open.map(({ input }) => input.buyer))];
  // Done in this order: they are counted once they are held.
  const [, made] = await Promise.all([
    ordersRepository.holdBuyers(tx, buyers),
    ordersRepository.countRecentUnpaid(tx, buyers, windowSeconds),
  ]);
  for (const one of open) {
    const { buyer } = one.input;
    const before = made.get(buyer) ?? 0;
    if (before >= count * ctx.config.rateLimitFactor) {
      one.outcome = new StoreError('rate_limited', { retryAfterSeconds: windowSeconds });
    } else made.set(buyer, before + 1);
  }
}

async function write(ctx: StoreContext, tx: Tx, open: Writing[]): Promise<void> {
  if (open.length === 0) return;
  const written = open.map((one) => {
    const { order, amountCents, buyer, idempotencyKey, bodyHash } = one.input;
    if (amountCents instanceof StoreError) throw amountCents;
    const id = ctx.ids.orderId();
    one.outcome = { orderId: id };
    return { row: { id, ...order, amountCents, addressKey: buyer }, idempotencyKey, bodyHash };
  });
  const rows = written.map(({ row }) => row);
  const answers = written.flatMap(({ row, idempotencyKey: key, bodyHash }) =>
    key === null ? [] : [{ scope, key, bodyHash, answer: { orderId: row.id } }],
  );
  // In this order: emails and events refer to the orders.
  await Promise.all([
    ordersRepository.addOrders(tx, rows),
    ordersRepository.keepAnswers(tx, answers),
    ctx.outbox.postReceipts(
      tx,
      rows.map(({ id, customerEmail }) => ({ orderId: id, recipient: customerEmail })),
    ),
    ctx.audit.recordAll(
      tx,
      rows.map(({ id }) => ({ actor: 'visitor', action: 'order.placed', subject: id })),
    ),
  ]);
  ctx.live.announce(tx, 'order-update');
}
