// Stores the provider's status of sent links, shown for 55 s, and applies it to the order: for each reader, and in a job
// every minute.
import { randomUUID } from 'node:crypto';
import { deliveredUnits, hasEnded, isShort } from '../../contract/order-progress.ts';
import { isFinalProviderStatus, providerStatusKind } from '../../contract/provider-status.ts';
import { wordsOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage, type Words } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import type { FoundLive } from '../modules/dispatch/delivery-status.repository.ts';
import * as deliveryStatusRepository from '../modules/dispatch/delivery-status.repository.ts';
import type { DispatchKey } from '../modules/dispatch/dispatch.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { isEndedBy } from '../modules/dispatch/dispatch-state.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { LiveStatus, StatusAnswer } from '../modules/providers/provider.ts';
import { readProviderRegistry } from '../modules/providers/provider-registry.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import { ExternalError } from '../ports/external-error.ts';
import { enqueueDispatch } from './dispatch-automatically.ts';
import { finishOrder } from './finish-order.ts';
import { moveRest } from './request-move.ts';

/** How old a live status may be when somebody looks. */
const freshSeconds = 55;
/** Delay before the next check, after a first one that failed. */
const retrySeconds = 10;
const batchSize = 100;
/** A batch takes less, with its repeats. */
const roundSeconds = 50;
/** The rest follows in the next minute. */
const mostLinks = 20_000;
const batchTries = 3;
const batchBackOffMs = 250;

/**
 * The live status of a provider order. Queries the provider only when the stored status is old. Throws
 * provider_order_not_found; provider_unavailable when the provider never returned a status, in its words where
 * `quotesProvider`.
 */
export async function readLiveStatus(
  ctx: StoreContext,
  providerOrderId: string,
  quotesProvider: boolean,
): Promise<{ status: string; remains: number }> {
  const known = await dispatchRepository.findVisible(ctx.database.db, providerOrderId);
  if (!known) throw new StoreError('provider_order_not_found');
  const due = await deliveryStatusRepository.claimCheck(ctx.database.db, known, freshSeconds);
  const request = due ? await requestStatuses(ctx, [known], null) : null;
  if (request && request.outcome !== 'answered' && known.liveStatus === null)
    await deliveryStatusRepository.checkSooner(ctx.database.db, known, retrySeconds);
  const found = due
    ? await dispatchRepository.findVisible(ctx.database.db, providerOrderId)
    : await awaitFirstStatus(ctx, known, providerOrderId);
  if (!found) throw new StoreError('provider_order_not_found');
  if (found.liveStatus === null) {
    const words = quotesProvider ? request?.words : null;
    const reason = words && storeMessage('peer_words', { words });
    throw new StoreError('provider_unavailable', { retryAfterSeconds: freshSeconds, ...(reason && { reason }) });
  }
  // Unknown remains count as the whole quantity until the link is completed.
  return { status: found.liveStatus, remains: found.remains ?? (isCompleted(found.liveStatus) ? 0 : found.quantity) };
}

// Another call queries it for the first time: its result is used.
async function awaitFirstStatus(
  ctx: StoreContext,
  known: DispatchRow,
  providerOrderId: string,
): Promise<DispatchRow | null> {
  let row: DispatchRow | null = known;
  for (let waits = 0; waits < 30 && row && row.liveStatus === null; waits += 1) {
    await ctx.wait(100);
    row = await dispatchRepository.findVisible(ctx.database.db, providerOrderId);
  }
  return row;
}

/** Queries open links in order of age, 100 at a time, until none is due. */
export async function followDeliveries(ctx: StoreContext): Promise<void> {
  const ids = (await readProviderRegistry(ctx))?.ids ?? [];
  // One that is down does not hold up the others.
  const followed = await Promise.allSettled(ids.map((id) => followAt(ctx, id)));
  const failed = followed.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

// One process reads the statuses of a provider at a time. A reader of a page may read one of them meanwhile.
async function followAt(ctx: StoreContext, providerId: string): Promise<void> {
  const round = { providerId, roundId: randomUUID() };
  const hold = () => deliveryStatusRepository.holdRound(ctx.database.db, round, roundSeconds);
  if ((await hold()) === null) return;
  try {
    const keys = await deliveryStatusRepository.listToFollow(ctx.database.db, providerId, mostLinks, freshSeconds);
    for (let at = 0; at < keys.length; at += batchSize) {
      const checkedAt = await hold();
      if (checkedAt === null) return;
      const due = await deliveryStatusRepository.readDue(ctx.database.db, keys.slice(at, at + batchSize), freshSeconds);
      if (due.length > 0 && !(await checkBatch(ctx, due, checkedAt))) return;
    }
  } finally {
    await deliveryStatusRepository.endRound(ctx.database.db, round);
  }
}

// A batch without an answer waits until all others were checked.
async function checkBatch(ctx: StoreContext, rows: DispatchRow[], checkedAt: Date): Promise<boolean> {
  let isAnswered = false;
  try {
    isAnswered = await requestWithRetry(ctx, rows, checkedAt);
  } finally {
    const checks = rows.map((row) => ({ row, isMiss: false }));
    if (!isAnswered) await deliveryStatusRepository.noteChecks(ctx.database.db, checks, checkedAt);
  }
  return isAnswered;
}

// Rule 7: a read may be repeated, a little later each time, and not by all stores at the same moment.
async function requestWithRetry(ctx: StoreContext, rows: DispatchRow[], checkedAt: Date): Promise<boolean> {
  for (let tries = 1; tries < batchTries; tries += 1) {
    const { outcome } = await requestStatuses(ctx, rows, checkedAt);
    if (outcome !== 'unavailable') return outcome === 'answered';
    await ctx.wait(batchBackOffMs * 2 ** tries * (0.5 + Math.random()));
  }
  return (await requestStatuses(ctx, rows, checkedAt)).outcome === 'answered';
}

type StatusRequest = { outcome: 'answered' | 'unavailable' | 'refused'; words: Words | null };

// When the provider is unavailable, the stored status stays. `checkedAt`: null when the time of the check is stored already.
async function requestStatuses(ctx: StoreContext, rows: DispatchRow[], checkedAt: Date | null): Promise<StatusRequest> {
  const provider = await readProviderRegistry(ctx);
  if (!provider) return { outcome: 'refused', words: null };
  const ids = rows.flatMap((row) => row.providerOrderId ?? []);
  let answers: Map<string, StatusAnswer>;
  try {
    answers = await provider.statuses(ids);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    ctx.log.warn(
      { fault: error.fault, problem: error.message, links: ids.length },
      'the request to the provider failed',
    );
    return { outcome: error.fault === 'unavailable' ? 'unavailable' : 'refused', words: wordsOf(error.sentence) };
  }
  const others: { row: DispatchRow; isMiss: boolean }[] = [];
  const goOn: FoundLive[] = [];
  for (const row of rows) {
    const answer = answers.get(row.providerOrderId ?? '');
    const isMiss = answer?.outcome !== 'known';
    const changes = answer !== undefined && !isSame(row, changeBy(row, answer));
    // Links with a new count only are written in one statement, and so are those without a change.
    if (changes && goesOn(row, answer)) {
      goOn.push(goingOn(row, answer.live));
      continue;
    }
    if (changes) await keep(ctx, row, answer);
    if (isMiss || checkedAt !== null) others.push({ row, isMiss });
  }
  await keepAll(ctx, goOn, checkedAt);
  await deliveryStatusRepository.noteChecks(ctx.database.db, others, checkedAt);
  return { outcome: 'answered', words: null };
}

// One statement for a whole batch: of most links only the count changes, a minute after the other.
async function keepAll(ctx: StoreContext, found: readonly FoundLive[], checkedAt: Date | null): Promise<void> {
  if (found.length === 0) return;
  await deliveryStatusRepository.keepLive(ctx.database.db, found, checkedAt);
  ctx.live.announce(ctx.database.db, 'order-update');
}

async function keep(ctx: StoreContext, key: DispatchKey, answer: StatusAnswer): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, key.orderId);
    const row = await dispatchRepository.lockSend(tx, key);
    if (!order || !row) return;
    const change = changeBy(row, answer);
    if (isSame(row, change)) return;
    const isBegun = answer.outcome === 'known' && begins(row, answer.live.status);
    const startedAt = isBegun ? ctx.database.now() : row.startedAt;
    const after = { ...row, ...change };
    const hasMoved = after.liveStatus !== row.liveStatus || after.remains !== row.remains;
    const movedAt = hasMoved ? ctx.database.now() : row.movedAt;
    const reached = listReachedTimes(row, after);
    const times = Object.fromEntries(reached.map((name) => [name, ctx.database.now()]));
    const changed = await dispatchRepository.changeSend(tx, key, { ...change, startedAt, movedAt, ...times });
    await alertTrouble(ctx, tx, row, changed);
    // A rest that moves goes before the next order for the post.
    await endCancel(ctx, tx, order, row, changed);
    if (row.following && !changed.following) await wakeNext(ctx, tx, changed);
    const all = await dispatchRepository.listSends(tx, [order.id]);
    if (endsNow(row, changed) && endedShort(order, all))
      await ctx.jobs.enqueue(tx, 'refund_undelivered', { orderId: order.id }, { key: `undelivered ${order.id}` });
    if (endsNow(row, changed) && isShort(changed) && order.paymentStatus === 'paid')
      await ctx.outbox.postAgain(tx, { kind: 'part_missing', orderId: order.id, recipient: order.customerEmail });
    await finishOrder(ctx, tx, order);
    ctx.live.announce(tx, 'order-update');
    if (hasMoved || reached.length > 0) {
      const [begins, ends] = [reached.includes('firstProgressAt'), reached.includes('endedAt')];
      await deliveryMarksRepository.mark(tx, changed, { kind: 'status', begins, ends });
    }
    if (reached.includes('completedAt') && isDelivered(order, all))
      await deliveryMarksRepository.noteCompleted(tx, order.id);
  });
}

// Provider rule 9: the status of the link decides the result of a cancellation, and frees the rest for another one.
async function endCancel(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  before: DispatchRow,
  after: DispatchRow,
): Promise<void> {
  const { liveStatus } = after;
  if (liveStatus === null || !endsNow(before, after)) return;
  const state = isCompleted(liveStatus) ? 'rejected' : 'done';
  const ended = await requestsRepository.endOpen(tx, after, 'cancel', state, { text: liveStatus });
  if (!ended?.movesRest || state !== 'done') return;
  try {
    await moveRest(ctx, tx, order, after, { actor: 'system', name: ended.requestedBy });
  } catch (error) {
    // Refunded meanwhile, or without a count: an admin decides.
    if (!(error instanceof StoreError)) throw error;
  }
}

// The next order for the same post may be sent now.
async function wakeNext(ctx: StoreContext, tx: Tx, row: DispatchRow): Promise<void> {
  const orderId = await dispatchRepository.wakeNext(tx, row);
  if (orderId !== null) await enqueueDispatch(ctx, tx, orderId);
}

// An early end, and an ID that the provider does not have, need an admin.
async function alertTrouble(ctx: StoreContext, tx: Tx, before: DispatchRow, after: DispatchRow): Promise<void> {
  const stopped = endsNow(before, after) && !isCompleted(after.liveStatus);
  if (!stopped && (after.error === null || after.error === before.error)) return;
  const trouble = String(stopped ? after.liveStatus : after.error);
  await ctx.alerts.raise(tx, {
    type: 'delivery_stopped',
    severity: 'medium',
    message: storeMessage('link_status_returned', { orderId: after.orderId, answer: trouble }),
    details: { orderId: after.orderId },
    onceKey: `stopped ${after.orderId} ${after.position} ${after.providerOrderId} ${after.refillRequestedAt?.getTime() ?? ''} ${trouble}`,
  });
}

// An unknown status is shown, and changes nothing that is complete.
function changeBy(row: DispatchRow, answer: StatusAnswer): Partial<DispatchRow> {
  if (answer.outcome === 'refused') return answer.reason === 'order' ? sentenceColumns('error', answer) : {};
  const { live } = answer;
  return {
    liveStatus: live.status,
    remains: readRemains(row, live) ?? (isCompleted(live.status) ? 0 : row.remains),
    charge: parseCharge(live) ?? row.charge,
    startCount: (row.firstProgressAt === null ? live.startCount : null) ?? row.startCount ?? live.startCount,
    // Not reactivated: another order may use the post since.
    following: row.following && !isEndedBy(row.liveStatus, live.status),
    ...sentenceColumns('error', null),
    misses: 0,
  };
}

function goingOn(row: DispatchRow, liveStatus: LiveStatus): FoundLive {
  const { status, startCount } = liveStatus;
  const live = { status, remains: readRemains(row, liveStatus), charge: parseCharge(liveStatus), startCount };
  return { row, live, begins: begins(row, status) };
}

// From waiting at the provider to whatever comes after it.
function begins({ startedAt, liveStatus }: DispatchRow, status: string): boolean {
  if (startedAt !== null || (liveStatus !== null && providerStatusKind(liveStatus) !== 'pending')) return false;
  return ['active', 'completed', 'partial'].includes(providerStatusKind(status));
}

/** In the stored form; null for an invalid amount. */
function parseCharge({ charge }: LiveStatus): string | null {
  return charge !== null && /^\d{1,9}(\.\d+)?$/.test(charge) ? Number(charge).toFixed(6) : null;
}

/** Provider rule 8: null for a response without a status. */
function readRemains(row: DispatchRow, { remains }: LiveStatus): number | null {
  return remains !== null && remains <= row.quantity ? remains : null;
}

// Only the shown count changes: a refilled link that had ended changes the delivery state of its order, too.
function goesOn(row: DispatchRow, answer: StatusAnswer): answer is StatusAnswer & { outcome: 'known' } {
  const isOpen = row.following && row.error === null && !hasEnded(row);
  return answer.outcome === 'known' && isOpen && !isFinalProviderStatus(answer.live.status);
}

// By its status, or by the look that confirms a failure.
function endsNow(before: DispatchRow, after: DispatchRow): boolean {
  return hasEnded(after) && (after.liveStatus !== before.liveStatus || !hasEnded(before));
}

function isSame(row: DispatchRow, change: Partial<DispatchRow>): boolean {
  return Object.entries(change).every(([name, value]) => row[name as keyof DispatchRow] === value);
}

// Ended, with units missing.
function endedShort({ postLinks }: { postLinks: readonly string[] }, links: readonly DispatchRow[]): boolean {
  const ended = links.filter(hasEnded);
  return ended.length === postLinks.length && ended.some(({ liveStatus }) => !isCompleted(liveStatus));
}

// Each link was completed, also by a refill.
function isDelivered({ postLinks }: { postLinks: readonly string[] }, links: readonly DispatchRow[]): boolean {
  return links.length === postLinks.length && links.every(({ completedAt }) => completedAt !== null);
}

function isCompleted(liveStatus: string | null): boolean {
  return liveStatus !== null && providerStatusKind(liveStatus) === 'completed';
}

type ReachedTime = 'firstProgressAt' | 'endedAt' | 'completedAt';

/** What the link reaches for the first time by this change. */
function listReachedTimes(before: DispatchRow, after: DispatchRow): ReachedTime[] {
  const isReached: Record<ReachedTime, boolean> = {
    firstProgressAt: (deliveredUnits(after) ?? 0) > 0,
    endedAt: hasEnded(after),
    completedAt: hasEnded(after) && providerStatusKind(after.liveStatus ?? '') === 'completed',
  };
  const names: ReachedTime[] = ['firstProgressAt', 'endedAt', 'completedAt'];
  return names.filter((name) => before[name] === null && isReached[name]);
}
