// Sends one event in a job: claims it, posts it outside of any transaction, stores the result. At least once, always
// with the same webhook-id.
import { sql } from 'drizzle-orm';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { signedHeaders } from '../../platform/webhook-signature.ts';
import { addressRule, urlProblem } from '../../safe-fetch/addresses.ts';
import { type Exchange, post } from '../../safe-fetch/exchange.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';
import * as webhooksRepository from './webhooks.repository.ts';

/** Seconds between retries, about a day in all. After the last one the delivery fails. */
export const retryDelaysSeconds = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800] as const;
/** Longer than any attempt: the process of an older claim has died. */
const staleClaimSeconds = 60;
const usualTimeoutMs = 10_000;
const mostAnswerBytes = 16_384;
const mostKeptCharacters = 500;

/** `status`: null without a response. `problem`: null after a success. */
type Outcome = { status: number | null; problem: string | null };
type Claimed = { delivery: DeliveryRow; endpoint: WebhookRow };

/** The purpose of the encryption of secrets. */
export function sealedFor(endpointId: string): string {
  return `webhook ${endpointId}`;
}

/** Safe to repeat: skips delivered and failed ones. */
export async function sendWebhook(
  ctx: StoreContext,
  deliveryId: string,
  timeoutMs: number = usualTimeoutMs,
): Promise<void> {
  const claimed = await ctx.database.transaction((tx) => claim(ctx, tx, deliveryId));
  if (!claimed) return;
  const outcome = await handOver(ctx, claimed, timeoutMs);
  await ctx.database.transaction((tx) => settle(ctx, tx, claimed.delivery, outcome));
  const fields = { deliveryId, event: claimed.delivery.event, status: outcome.status };
  if (outcome.problem === null) ctx.log.info(fields, 'a webhook was delivered');
  else ctx.log.warn(fields, 'a webhook was not delivered');
}

async function claim(ctx: StoreContext, tx: Tx, deliveryId: string): Promise<Claimed | null> {
  const delivery = await webhooksRepository.lockDelivery(tx, deliveryId, staleClaimSeconds);
  if (!delivery || (delivery.state !== 'waiting' && delivery.state !== 'sending')) return null;
  if (delivery.state === 'sending' && !delivery.stale) {
    await again(ctx, tx, delivery, staleClaimSeconds);
    return null;
  }
  const endpoint = await webhooksRepository.findEndpoint(tx, delivery.endpointId);
  if (!endpoint?.live) {
    const lastError = endpoint?.enabled ? 'The endpoint has expired.' : 'The endpoint was switched off.';
    await webhooksRepository.changeDelivery(tx, deliveryId, { state: 'failed', nextAttemptAt: null, lastError });
    return null;
  }
  const claimId = ctx.ids.uuid();
  await webhooksRepository.claimDelivery(tx, deliveryId, claimId);
  return { delivery: { ...delivery, claimId, attempts: delivery.attempts + 1 }, endpoint };
}

async function handOver(ctx: StoreContext, { delivery, endpoint }: Claimed, timeoutMs: number): Promise<Outcome> {
  const rule = addressRule(ctx.config, 'endpoint');
  const problem = urlProblem(endpoint.url, rule);
  const secret = ctx.sealer.open(endpoint.secret, sealedFor(endpoint.id));
  if (problem !== null) return { status: null, problem: englishMessage(problem) };
  if (secret === null) return { status: null, problem: 'The secret cannot be read: SECRETS_KEY is another one now.' };
  const body = JSON.stringify(delivery.payload);
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(secret, { id: delivery.id, at: ctx.clock.now(), body }),
  };
  const limits = { ...rule, timeoutMs, resolve: ctx.resolve, maxAnswerBytes: mostAnswerBytes };
  return toOutcome(await post(new URL(endpoint.url), { body, headers }, limits));
}

async function settle(ctx: StoreContext, tx: Tx, claimed: DeliveryRow, { status, problem }: Outcome): Promise<void> {
  const delivery = await webhooksRepository.lockDelivery(tx, claimed.id, staleClaimSeconds);
  // Another process treated this claim as stale and claimed the delivery: that process records the result.
  if (delivery?.state !== 'sending' || delivery.claimId !== claimed.claimId) return;
  await webhooksRepository.noteOutcome(tx, delivery.endpointId, problem === null);
  const result = { lastStatus: status, lastError: problem };
  const delaySeconds = retryDelaysSeconds[delivery.attempts - 1];
  if (problem === null) {
    const deliveredAt = ctx.database.now();
    await webhooksRepository.changeDelivery(tx, delivery.id, { ...result, state: 'delivered', deliveredAt });
  } else if (delaySeconds === undefined) {
    await webhooksRepository.changeDelivery(tx, delivery.id, { ...result, state: 'failed' });
  } else {
    const nextAttemptAt = sql`${ctx.database.now()} + ${delaySeconds} * interval '1 second'`;
    await webhooksRepository.changeDelivery(tx, delivery.id, { ...result, state: 'waiting', nextAttemptAt });
    await again(ctx, tx, delivery, delaySeconds);
  }
}

async function again(ctx: StoreContext, tx: Tx, { id: deliveryId }: DeliveryRow, delaySeconds: number): Promise<void> {
  await ctx.jobs.enqueue(tx, 'send_webhook', { deliveryId }, { key: `webhook ${deliveryId}`, delaySeconds });
}

function toOutcome(exchange: Exchange): Outcome {
  switch (exchange.outcome) {
    case 'answered':
    case 'oversized': {
      const { httpStatus: status } = exchange;
      if (status >= 200 && status < 300) return { status, problem: null };
      const responseText = exchange.outcome === 'answered' ? exchange.text : '';
      return { status, problem: printable(`The endpoint answered ${status}. ${responseText}`) };
    }
    case 'barred':
      return { status: null, problem: englishMessage(exchange.reason) };
    case 'not_sent':
      return { status: null, problem: printable(`The endpoint could not be reached (${exchange.text}).`) };
    case 'lost':
      return { status: null, problem: printable(`The answer of the endpoint was lost (${exchange.text}).`) };
  }
}

function printable(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, mostKeptCharacters);
}
