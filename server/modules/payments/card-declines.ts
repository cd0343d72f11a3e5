// Limits against card testing: counts declined cards by address, network, email and in all, and refuses new payment
// sessions beyond the limits of the settings (decision 50).

import { createHmac } from 'node:crypto';
import type { CardTestingSettings, DeclineScope } from '../../../contract/card-testing.ts';
import { emailKey } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable, Tx } from '../../database/database.ts';
import { addressKey, toNetwork } from '../../request-context.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import type { DeclineKeys, ReachedLimit } from './card-declines.repository.ts';
import * as cardDeclinesRepository from './card-declines.repository.ts';
import type { Attempt } from './payments.repository.ts';
import * as paymentsRepository from './payments.repository.ts';

/** Keyed hashes of an address and its network. */
export type CallerKeys = { callerKey: string; callerNetworkKey: string };
type Source = { networkKey: string | null; ip: string | null; email: string; orderId: string };

/** Limits that others can use up for a buyer: paying customers are let through them. */
const shared: ReadonlySet<DeclineScope> = new Set(['address', 'network', 'all']);

function hashText(ctx: StoreContext, purpose: string, text: string): string {
  const secret = ctx.secretFor('card declines');
  return createHmac('sha256', secret).update(`${purpose} ${text}`).digest('base64url').slice(0, 22);
}

/** What is stored with a payment attempt instead of the address. */
export function computeCallerKeys(ctx: StoreContext, ip: string): CallerKeys {
  return {
    callerKey: hashText(ctx, 'address', addressKey(ip)),
    callerNetworkKey: hashText(ctx, 'network', toNetwork(ip)),
  };
}

function computeKeys(ctx: StoreContext, caller: Pick<Attempt, keyof CallerKeys>, email: string): DeclineKeys {
  const { callerKey: addressKey, callerNetworkKey: networkKey } = caller;
  return { addressKey, networkKey, emailKey: hashText(ctx, 'email', emailKey(email)) };
}

/** True: no limit is reached, by one statement. Otherwise `assertWithinLimits` decides. */
export async function isBelowLimits(
  ctx: StoreContext,
  tx: Tx,
  limits: CardTestingSettings,
  email: string,
  ip: string,
): Promise<boolean> {
  const keys = computeKeys(ctx, computeCallerKeys(ctx, ip), email);
  return (await cardDeclinesRepository.reachedLimits(tx, limits, keys, ctx.config.rateLimitFactor)).length === 0;
}

/**
 * Refuses a new payment session beyond the limits. Throws card_declines with the seconds to wait, and raises the alert.
 */
export async function assertWithinLimits(
  ctx: StoreContext,
  order: { id: string; email: string },
  ip: string,
): Promise<void> {
  const { callerKey, callerNetworkKey } = computeCallerKeys(ctx, ip);
  const keys = computeKeys(ctx, { callerKey, callerNetworkKey }, order.email);
  const reached = await reachedBy(ctx, ctx.database.db, keys);
  if (reached.length === 0) return;
  const own = reached.filter(({ scope }) => !shared.has(scope));
  const held =
    own.length < reached.length && (await cardDeclinesRepository.isPayingCustomer(ctx.database.db, order.email))
      ? own
      : reached;
  if (held.length === 0) return;
  const source = { networkKey: callerNetworkKey, ip, email: order.email, orderId: order.id };
  await raise(ctx, ctx.database.db, reached, source);
  throw new StoreError('card_declines', { retryAfterSeconds: Math.max(...held.map(({ seconds }) => seconds)) });
}

/**
 * Counts the failed tries of an attempt that were not counted yet. The caller holds the attempt's row, so that each try
 * counts once, whether a notification, a return or a job finds it.
 */
export async function noteDeclines(
  ctx: StoreContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'customerEmail' | 'addressKey'>,
  attempt: Attempt,
  failedTries: number,
): Promise<void> {
  // Null: opened by the version before, which did not count.
  const counted = attempt.countedDeclines ?? attempt.failedTries;
  if (failedTries <= counted) return;
  const { orderId, number, updatedAt, callerNetworkKey } = attempt;
  const keys = computeKeys(ctx, attempt, order.customerEmail);
  await cardDeclinesRepository.add(tx, { orderId, number, from: counted + 1, to: failedTries }, keys);
  // `updatedAt` dates the end of a dispute.
  await paymentsRepository.changeAttempt(tx, attempt, { countedDeclines: failedTries, updatedAt });
  const reached = await reachedBy(ctx, tx, keys);
  if (reached.length === 0) return;
  const ip = order.addressKey === null ? null : ctx.addressCodes.findAddress(order.addressKey);
  await raise(ctx, tx, reached, { networkKey: callerNetworkKey, ip, email: order.customerEmail, orderId: order.id });
}

async function reachedBy(ctx: StoreContext, at: Queryable, keys: DeclineKeys): Promise<ReachedLimit[]> {
  const { card_testing: limits } = await ctx.settings.current();
  return cardDeclinesRepository.reachedLimits(at, limits, keys, ctx.config.rateLimitFactor);
}

// One alert a fact, network and day, so that an attack cannot fill the list.
async function raise(ctx: StoreContext, at: Queryable, reached: ReachedLimit[], source: Source): Promise<void> {
  const facts = new Set(reached.map(({ scope }) => (scope === 'address' ? 'network' : scope)));
  const day = ctx.clock.now().toISOString().slice(0, 10);
  // Sorted, so that two transactions never wait for each other.
  for (const fact of [...facts].sort()) {
    const about = fact === 'all' ? '' : (source.networkKey ?? '');
    await ctx.alerts.raise(at, {
      type: 'card_testing',
      severity: 'critical',
      message: storeMessage(codes[fact]),
      details: buildDetails(fact, source),
      onceKey: `card testing ${fact} ${about} ${day}`,
    });
  }
}

const codes = {
  network: 'cards_declined_of_network',
  email: 'cards_declined_of_email',
  all: 'cards_declined_everywhere',
} as const;

// The declines of the whole store belong to nobody.
function buildDetails(fact: keyof typeof codes, { ip, email, orderId }: Source) {
  if (fact === 'all') return {};
  return { orderId, email, ...(ip === null ? {} : { ip }) };
}
