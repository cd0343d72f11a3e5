// The rules of orders: changes by an admin, lists and searches.

import { isPlainName } from '../../contract/characters.ts';
import type { CheckoutFailure } from '../../contract/checkout-rules.ts';
import { cleanLink, isAcceptableEmail } from '../../contract/email-address.ts';
import { linkMessage } from '../../contract/link-message.ts';
import type { LinkRuleName } from '../../contract/link-rule-names.ts';
import { findLinkFailure, linkRuleOf, storedLinks } from '../../contract/links/order-links.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { normalAddress } from '../../contract/normal-address.ts';
import { isOnSale, type OfferSetting, offerCents, offerOfOrder, orderOfferOf } from '../../contract/offers.ts';
import type { OrderStatus } from '../../contract/order-status.ts';
import { readPostLinks } from '../../contract/read-post-links.ts';
import { maxPosts } from '../../contract/share.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { type OrderRow, undoSeconds } from '../modules/orders/order-rows.ts';
import { nextStatus, readChosenStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { type Admin, assertStepUp } from '../request-context.ts';
import { describeMissing, finishOrder } from './finish-order.ts';

type OrderChange = {
  customer_email?: string | undefined;
  customer_username?: string | undefined;
  post_links?: string[] | string | undefined;
  quantity?: number | undefined;
  status?: string | undefined;
  amount?: number | string | undefined;
  category?: string | undefined;
};

type StatusChange = { status: string; expected?: string | undefined; confirm?: boolean | undefined };

/**
 * Any of the four statuses from any; the payment stays. Refuses to overwrite a status that the admin has not seen.
 * Throws step_up where an unpaid order would look paid.
 */
export async function changeStatus(
  ctx: StoreContext,
  id: string,
  input: StatusChange,
  admin: Admin,
): Promise<OrderRow> {
  const chosen = chosenStatus(input.status);
  return ctx.database.transaction(async (tx) => {
    const before = await ordersRepository.lockVisible(tx, id);
    if (input.expected !== undefined && input.expected.toLowerCase() !== before.status) {
      throw new StoreError('conflict', {
        reason: storeMessage('status_changed', { orderId: id, status: before.status }),
      });
    }
    if (chosen === 'completed' && before.status !== 'completed' && !input.confirm) {
      const reason = await describeMissing(tx, before);
      if (reason !== null) throw new StoreError('undelivered', { reason });
    }
    assertProof(before, chosen, admin);
    await noteUndo(ctx, tx, before);
    return writeChange(ctx, tx, before, { status: chosen, statusByHand: true }, admin, 'order.status');
  });
}

/**
 * Restores the status before the last manual change, and applies the events since: payments, refunds, sent and ended
 * links. Throws order_not_found, undo_expired.
 */
export async function undoStatus(ctx: StoreContext, id: string, admin: Admin): Promise<OrderRow> {
  return ctx.database.transaction(async (tx) => {
    const before = await ordersRepository.lockVisible(tx, id);
    const { statusBefore, byHandBefore } = before;
    if (statusBefore === null || byHandBefore === null || !(await ordersRepository.isUndoOpen(tx, id, undoSeconds))) {
      throw new StoreError('undo_expired');
    }
    const placed = (await ordersRepository.readDelivery(tx, id)) !== 'none';
    const status = statusSince(statusBefore, byHandBefore, before, placed);
    await ordersRepository.changeOrder(tx, id, { statusBefore: null, byHandBefore: null, changedByHandAt: null });
    const restored = { status, statusByHand: byHandBefore };
    const after = await writeChange(ctx, tx, before, restored, admin, 'order.status_undone');
    return (await finishOrder(ctx, tx, after)).order;
  });
}

/**
 * A field equal to the stored value is no change. Quantity and links are fixed once paid, and while a payer may see the
 * amount. Throws step_up where the email of a paid order changes: the former address gets a notice.
 */
export async function changeOrder(ctx: StoreContext, id: string, input: OrderChange, admin: Admin): Promise<OrderRow> {
  const { profile } = await ctx.settings.currentProfile();
  return ctx.database.transaction(async (tx) => {
    const before = await ordersRepository.lockVisible(tx, id);
    const wanted = listDifferences(before, input);
    if (wanted.post_links !== undefined || wanted.quantity !== undefined) await assertUnfixed(tx, before);
    const change = checkedChange(before, wanted, profile.offers);
    if (Object.keys(change).length === 0) return before;
    const { status, customerEmail: now = before.customerEmail } = change;
    const isOtherMailbox = before.paidAt !== null && now.toLowerCase() !== before.customerEmail.toLowerCase();
    if (isOtherMailbox) assertStepUp(admin);
    if (status !== undefined) {
      assertProof(before, status, admin);
      await noteUndo(ctx, tx, before);
    }
    if (now !== before.customerEmail) await ctx.outbox.redirectQueuedMails(tx, { orderId: id, recipient: now });
    if (isOtherMailbox) await ctx.outbox.postOrderChanged(tx, { orderId: id, before: before.customerEmail, now });
    return writeChange(ctx, tx, before, change, admin, 'order.changed');
  });
}

/**
 * Hides the order from lists and keeps it for accounting. Throws order_not_found, and step_up for an order that was
 * ever paid.
 */
export async function deleteOrder(ctx: StoreContext, id: string, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const { paidAt } = await ordersRepository.lockVisible(tx, id);
    if (paidAt) assertStepUp(admin);
    await ordersRepository.changeOrder(tx, id, { deletedAt: ctx.database.now() });
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'order.deleted', subject: id });
    ctx.live.announce(tx, 'order-update');
  });
}

// Values that a payer sees or has paid, or that are at the provider, stay.
async function assertUnfixed(tx: Tx, { id, paidAt, paymentStatus }: OrderRow): Promise<void> {
  if (paidAt) throw new StoreError('conflict', { reason: 'fixed_when_paid' });
  if (await ordersRepository.isDispatched(tx, id)) throw new StoreError('conflict', { reason: 'fixed_when_sent' });
  if (paymentStatus === 'session' || (await ordersRepository.isBeingPaid(tx, id)))
    throw new StoreError('conflict', { reason: 'fixed_while_paying' });
}

async function noteUndo(ctx: StoreContext, tx: Tx, { id, status, statusByHand }: OrderRow): Promise<void> {
  const marks = { statusBefore: status, byHandBefore: statusByHand };
  await ordersRepository.changeOrder(tx, id, { ...marks, changedByHandAt: ctx.database.now() });
}

async function writeChange(
  ctx: StoreContext,
  tx: Tx,
  before: OrderRow,
  change: Partial<OrderRow>,
  admin: Admin,
  action: string,
): Promise<OrderRow> {
  const after = await ordersRepository.changeOrder(tx, before.id, change);
  await ctx.orderEvents.note(tx, before, after);
  // Quantity and amount are those of the offer.
  const listed = (Object.keys(change) as (keyof OrderRow)[]).filter((name) => name !== 'offer');
  const differences = listed.map((name): [string, unknown] => [name, { from: before[name], to: after[name] }]);
  const isPersonal = ([name]: [string, unknown]) => personal.has(name);
  await ctx.audit.record(tx, {
    actor: `admin:${admin.id}`,
    action,
    subject: before.id,
    details: Object.fromEntries(differences.filter((one) => !isPersonal(one))),
    personal: Object.fromEntries(differences.filter(isPersonal)),
  });
  ctx.live.announce(tx, 'order-update');
  return after;
}

/** An unpaid order that is shown as paid work needs a recent proof. Throws step_up. */
function assertProof({ paidAt, status }: OrderRow, chosen: OrderStatus, admin: Admin): void {
  const looksPaid = chosen === 'processing' || chosen === 'completed';
  if (paidAt === null && looksPaid && chosen !== status) assertStepUp(admin);
}

/** The fields that differ from the stored ones. Throws invalid_input for another amount or category. */
function listDifferences(before: OrderRow, input: OrderChange) {
  const { customer_email, customer_username, quantity, status, amount, category } = input;
  if (amount !== undefined && !isSameAmount(amount, before.amountCents)) {
    throw new StoreError('invalid_input', { field: 'amount', reason: 'amount_fixed' });
  }
  if (category !== undefined && category !== before.category) {
    throw new StoreError('invalid_input', {
      field: 'category',
      reason: 'category_fixed',
    });
  }
  const postLinks = input.post_links === undefined ? before.postLinks : readPostLinks(input.post_links);
  return {
    ...(isOther(customer_email?.trim(), before.customerEmail) ? { customer_email } : {}),
    ...(isOther(customer_username?.trim(), before.customerUsername) ? { customer_username } : {}),
    ...(isSameList(postLinks, before.postLinks) ? {} : { post_links: postLinks }),
    ...(isOther(quantity, before.quantity) ? { quantity } : {}),
    ...(isOther(status?.toLowerCase(), before.status) ? { status } : {}),
  };
}

function isOther<T>(given: T | undefined, stored: T): given is T {
  return given !== undefined && given !== stored;
}

function isSameList(links: readonly string[], stored: readonly string[]): boolean {
  return links.length === stored.length && links.every((link, at) => link.trim() === stored[at]);
}

/** `amount`: in dollars, as a number or as text. */
function isSameAmount(amount: number | string, cents: number): boolean {
  const dollars = typeof amount === 'number' || amount.trim() !== '' ? Number(amount) : Number.NaN;
  return dollars === dollarsFromCents(cents);
}

function checkedChange(
  before: OrderRow,
  input: ReturnType<typeof listDifferences>,
  offers: readonly OfferSetting[],
): Partial<OrderRow> {
  const change: Partial<OrderRow> = {};
  if (input.status !== undefined) {
    Object.assign(change, { status: chosenStatus(input.status), statusByHand: true });
  }
  if (input.customer_email !== undefined) {
    if (!isAcceptableEmail(input.customer_email))
      throw new StoreError('invalid_input', { reason: 'email_invalid', field: 'customer_email' });
    change.customerEmail = normalAddress(input.customer_email);
  }
  if (input.customer_username !== undefined) change.customerUsername = checkedUsername(input.customer_username);
  if (input.post_links !== undefined) {
    change.postLinks = checkedLinks(input.post_links, linkRuleOf(before), before.postLinks);
  }
  if (input.quantity !== undefined) {
    const offer = offerOfOrder(offers, before);
    if (!isOnSale(offer, input.quantity)) throw quantityNotForSale();
    change.quantity = input.quantity;
    change.amountCents = offerCents(offer, input.quantity);
    change.offer = orderOfferOf(offer, input.quantity);
  }
  return change;
}

const longestUsername = 100;

function checkedUsername(text: string): string {
  if (!isPlainName(text))
    throw new StoreError('invalid_input', { reason: 'format_character', field: 'customer_username' });
  const name = text.normalize('NFC').trim();
  if (name !== '' && [...name].length <= longestUsername && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return name;
  throw new StoreError('invalid_input', {
    field: 'customer_username',
    reason: storeMessage('username_invalid', { most: longestUsername }),
  });
}

/** Links of posts are kept as they are sent. The other rules read past what is invisible. */
export function assertVisible(links: readonly string[], rule: LinkRuleName, field = 'post_links'): void {
  if (rule === 'instagram-post' && links.some((link) => cleanLink(link) !== link))
    throw new StoreError('invalid_input', { reason: 'format_character', field });
}

/**
 * Links as an order keeps them: 1 to 5, each valid by the rule of its offer, no two of the same post. `kept`: links of an order from
 * before a rule. Throws invalid_input with the rule's text.
 */
export function checkedLinks(links: readonly string[], rule: LinkRuleName, kept: readonly string[] = []): string[] {
  assertVisible(
    links.filter((link) => !kept.includes(link)),
    rule,
  );
  const tooMany = () => new StoreError('invalid_input', { reason: 'too_many_links', field: 'post_links' });
  // First, because each link is read. The order of the rules of posts is specified.
  if (links.length > maxPosts && rule !== 'instagram-post') throw tooMany();
  const reason = findLinkFailure(rule, links, kept);
  if (reason) throw new StoreError('invalid_input', { reason, field: 'post_links' });
  if (links.length > maxPosts) throw tooMany();
  return storedLinks(rule, links, kept);
}

/** The refusal of a form that violates a rule. */
export function invalidForm({ reason, field, position }: CheckoutFailure, links: readonly string[]): StoreError {
  return new StoreError('invalid_input', { reason: linkMessage(reason, links[position ?? -1] ?? ''), field });
}

function chosenStatus(text: string) {
  const chosen = readChosenStatus(text);
  if (chosen) return chosen;
  throw new StoreError('invalid_input', { reason: 'status_unknown', field: 'status' });
}

// Events during a manual status were not applied.
function statusSince(status: OrderStatus, byHand: boolean, order: OrderRow, isPlaced: boolean): OrderStatus {
  const { paymentStatus } = order;
  if (paymentStatus === 'refunded' || paymentStatus === 'disputed') return nextStatus(status, 'refunded', byHand);
  const paid = paymentStatus === 'paid' ? nextStatus(status, 'captured', byHand) : status;
  return isPlaced ? nextStatus(paid, 'first_link_sent', byHand) : paid;
}

/** The personal data of an order. */
const personal: ReadonlySet<string> = new Set(['customerEmail', 'customerUsername', 'postLinks']);

export function quantityNotForSale(): StoreError {
  return new StoreError('invalid_input', { reason: 'quantity_not_for_sale', field: 'quantity' });
}
