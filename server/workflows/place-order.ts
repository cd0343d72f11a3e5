// Places an order: rules, the server's price, and one row however often the request is repeated. Concurrent orders are
// written in one batch.

import { createHash } from 'node:crypto';
import { apiKeyMark } from '../../contract/api-access.ts';
import { categories, type OrderCategory } from '../../contract/category.ts';
import { listCheckoutFailures } from '../../contract/checkout-rules.ts';
import type { Language } from '../../contract/languages.ts';
import { normalAddress } from '../../contract/normal-address.ts';
import {
  isOnSale,
  isPaused,
  type OfferSetting,
  offerCents,
  offerOf,
  offerTitle,
  orderOfferOf,
} from '../../contract/offers.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { deviceTypeOf } from '../../contract/user-agents.ts';
import { queryOf, readSource } from '../../contract/visit-source.ts';
import { oncePerContext, type StoreContext } from '../context.ts';
import { isCommonFault, type Tx } from '../database/database.ts';
import { readBearer } from '../http/authorization.ts';
import { placedOrders, refusedPrices } from '../http/rate-limits.ts';
import { findRefusalKind, notePlaced, noteRefusal } from '../modules/analytics/order-refusals.ts';
import { verifyKey } from '../modules/api-keys/api-keys.service.ts';
import type { NewOrder } from '../modules/orders/orders.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { findAcceptedTerms } from '../modules/settings/accepted-terms.ts';
import { createBatcher } from '../platform/batching.ts';
import { unknownPlaceName } from '../ports/geoip.ts';
import { type Call, doNotTrackSignal, toNetwork } from '../request-context.ts';
import { readSessionCookies } from '../session-cookie.ts';
import { assertVisible, checkedLinks, invalidForm, quantityNotForSale } from './change-order.ts';
import { isStoreOpen } from './launch-store.ts';

type OrderRequest = {
  email: string;
  post_links: string[];
  quantity: number;
  /** Dollars, as shown to the buyer. */
  price: number;
  category?: OrderCategory | undefined;
  /** The ID of an offer; without one the category stands for it. */
  offer?: string | undefined;
  language: Language;
  source?: unknown;
};

/**
 * Orders in a batch: few enough that the next batch starts soon. Concurrent batches: one reads while another writes.
 */
const most = 64;
const atOnce = 3;

const batcher = oncePerContext((ctx) =>
  createBatcher<OrderInput, Placed>({
    most,
    atOnce,
    isCommon: isCommonFault,
    stall: ctx.database.stall,
    work: (batch) => ctx.database.transaction((tx) => writeOrders(ctx, tx, batch)),
  }),
);

/**
 * Writes one unpaid order and returns its ID. The same `idempotencyKey` and body return the same response. Throws
 * invalid_input with the text of the rule, offer_unknown, price_changed, rate_limited, in_flight, idempotency_mismatch, not_open,
 * checkout_paused, category_paused.
 */
export async function placeOrder(
  ctx: StoreContext,
  request: OrderRequest,
  idempotencyKey: string | null,
  call: Caller,
): Promise<Placed> {
  const buyer = ctx.addressCodes.toCode(call.ip);
  try {
    const placed = await place(ctx, request, { idempotencyKey, buyer }, call);
    notePlaced(ctx, buyer);
    return placed;
  } catch (error) {
    const reason = error instanceof StoreError ? findRefusalKind(error) : null;
    // The key of a program would be read in the database, and its refusals are not counted.
    if (reason !== null && !readApiKey(call)) {
      const origin = await findOrigin(ctx, request.source, call).catch(() => null);
      if (origin?.source) noteRefusal(ctx, { buyer, source: origin.source.source, reason });
    }
    throw error;
  }
}

type Caller = Pick<Call, 'ip' | 'headers' | 'userAgent'>;

async function place(
  ctx: StoreContext,
  request: OrderRequest,
  { idempotencyKey, buyer }: { idempotencyKey: string | null; buyer: string },
  call: Caller,
): Promise<Placed> {
  const { ip } = call;
  if (!(await isStoreOpen(ctx))) throw new StoreError('not_open');
  // Nothing is written yet: a stall refuses it as it refuses reads.
  const current = await ctx.database.stall.limit(ctx.settings.currentProfile());
  const { profile } = current;
  if (profile.checkout_paused) throw new StoreError('checkout_paused');
  const offer = chosenOffer(request, profile.offers);
  const input = checkedOrder(request, offer);
  const refusal = isOnSale(offer, request.quantity) ? null : quantityNotForSale();
  if (refusal && idempotencyKey === null) throw refusal;
  // The hash excludes the price: a repeat after a price change is still a repeat.
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([input, request.price]))
    .digest('hex');

  // A repeat of an order that was placed before the pause, or with the limits of then, returns that order.
  const amountCents = refusal ?? (isPaused(offer) ? new StoreError('category_paused') : chargedCents(request, offer));
  // Before anything is written: a refused price costs a transaction.
  if (isRefusedPrice(amountCents)) ctx.limits.consume(refusedPrices, 'refused_price', ip);
  ctx.limits.consume(placedOrders, 'placed_order', ip);
  const { country } = ctx.geoIp.findPlace(ip);
  const order = {
    ...input,
    offer: orderOfferOf(offer, request.quantity),
    language: request.language,
    networkCountry: country === unknownPlaceName ? null : country,
    ...(await findOrigin(ctx, request.source, call)),
    ...(await findAcceptedTerms(ctx, current, request.language)),
  };
  const placing = batcher(ctx)({ order, amountCents, buyer, idempotencyKey, bodyHash });
  return placing.catch(async (error: unknown) => {
    if (isRefusedPrice(error)) await alertPriceMismatch(ctx, request, offer, ip);
    throw error;
  });
}

/**
 * By the caller where it is an admin or a program, else by what the page kept of the visit, or its address. The cookie of an
 * admin's browser is enough: a false one changes no more than this word.
 */
async function findOrigin(
  ctx: StoreContext,
  given: unknown,
  { headers, userAgent }: Caller,
): Promise<Pick<NewOrder, 'source' | 'deviceType'>> {
  const bearer = readBearer(headers.authorization as string | undefined);
  const key = readApiKey({ headers });
  if (key) {
    if (await verifyKey(ctx, key)) return { source: { source: 'api' }, deviceType: null };
  } else if (
    (bearer && ctx.isAdminToken(bearer)) ||
    readSessionCookies(headers.cookie as string | undefined).length > 0
  ) {
    return { source: { source: 'admin' }, deviceType: null };
  }
  if (doNotTrackSignal(headers)) return { source: { source: 'withheld' }, deviceType: null };
  const tags = queryOf(headers.referer as string | undefined);
  const source = readSource(given ?? { tags }, new URL(ctx.config.publicUrl).hostname);
  return { source, deviceType: deviceTypeOf(userAgent) };
}

function readApiKey({ headers }: Pick<Caller, 'headers'>): string | null {
  const bearer = readBearer(headers.authorization as string | undefined);
  return bearer?.startsWith(apiKeyMark) ? bearer : null;
}

// It may be a page that was open while prices changed, or somebody trying. Once an hour and network.
async function alertPriceMismatch(
  ctx: StoreContext,
  { email, quantity, price }: OrderRequest,
  offer: OfferSetting,
  ip: string,
) {
  const rightCents = offerCents(offer, quantity);
  const namedCents = Math.round(price * 100);
  await ctx.alerts.raise(ctx.database.db, {
    type: 'price_tamper',
    severity: 'medium',
    message: storeMessage('price_mismatched', { quantity, category: offerTitle(offer), rightCents, namedCents }),
    details: { email: email.trim(), ip },
    onceKey: `price ${toNetwork(ip)} ${ctx.clock.now().toISOString().slice(0, 13)}`,
  });
}

/** Throws offer_unknown, and invalid_input for an offer of another category. */
function chosenOffer({ offer: id, category }: OrderRequest, offers: readonly OfferSetting[]): OfferSetting {
  if (id === undefined) {
    const specified = categories.find((one) => one === (category ?? 'Likes'));
    if (!specified) throw new StoreError('offer_unknown', { field: 'offer' });
    return offerOf(offers, specified);
  }
  const found = offers.find((offer) => offer.id === id);
  if (!found) throw new StoreError('offer_unknown', { field: 'offer' });
  if (category === undefined || category === found.category) return found;
  throw new StoreError('invalid_input', { field: 'category', reason: 'offer_of_other_category' });
}

function checkedOrder(request: OrderRequest, offer: OfferSetting) {
  assertVisible(request.post_links, offer.link_rule);
  // The form's rules of links are those of Instagram posts.
  const isOfPosts = offer.link_rule === 'instagram-post';
  const failure = listCheckoutFailures(request.email, isOfPosts ? request.post_links : []).find(
    ({ field }) => field === 'email' || isOfPosts,
  );
  if (failure) throw invalidForm(failure, request.post_links);
  const postLinks = checkedLinks(request.post_links, offer.link_rule);
  return {
    customerEmail: normalAddress(request.email),
    category: offer.category,
    quantity: request.quantity,
    postLinks,
  };
}

function isRefusedPrice(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'price_changed';
}

// The server's own price; the one that the buyer saw must be the same.
function chargedCents({ quantity, price }: OrderRequest, offer: OfferSetting): number | StoreError {
  const amountCents = offerCents(offer, quantity);
  return Math.abs(price * 100 - amountCents) > 0.999
    ? new StoreError('price_changed', { field: 'price' })
    : amountCents;
}

type OrderInput = {
  order: Omit<NewOrder, 'id' | 'amountCents' | 'addressKey'>;
  /** The server's price; why there is none: another one was seen, the category is paused, the quantity is not for sale. */
  amountCents: number | StoreError;
  /** The code of the buyer's address. */
  buyer: string;
  idempotencyKey: string | null;
  bodyHash: string;
};

type Placed = { orderId: string };

type Writing = { input: OrderInput; outcome: Placed | StoreError | null };

const unpaidOrders = { count: 10, windowSeconds: 600 };
const scope = 'create-order';

/**
 * Writes new, unpaid orders in the caller's transaction. Returns for each, in order, its ID or the reason of the
 * refusal: in_flight, idempotency_mismatch, price_changed, category_paused, rate_limited. A key that was used before returns the same
 * response. `factor`: RATE_LIMIT_FACTOR.
 */
async function writeOrders(ctx: StoreContext, tx: Tx, batch: OrderInput[]): Promise<(Placed | StoreError)[]> {
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
    ctx.outbox.postPaymentReminders(
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
