// Webhook endpoints: create, change, remove, test. The events are in order-events.ts, the sending in send-webhook.ts.
import type { InputOf } from '../../../contract/endpoint.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { addWebhook as addWebhookCall, changeWebhook as changeWebhookCall } from '../../../contract/webhooks.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { keepOwner } from '../../platform/owners.ts';
import { formatSecret } from '../../platform/webhook-signature.ts';
import type { Admin } from '../../request-context.ts';
import { addressRule, urlProblem } from '../../safe-fetch/addresses.ts';
import { isSameOrigin, parseOrigin } from '../../safe-fetch/secret-origin.ts';
import { sealedFor } from './send-webhook.ts';
import type { ListedDelivery, WebhookRow } from './webhooks.repository.ts';
import * as webhooksRepository from './webhooks.repository.ts';

const secretBytes = 32;
/** A limit far above the number of endpoints of one store. */
const mostEndpoints = 20;

type ListedWebhook = WebhookRow & { createdBy: string | null };

/** Returns the secret, which is otherwise stored encrypted only. Throws invalid_input with the field, or conflict. */
export async function addWebhook(
  ctx: StoreContext,
  { url, events, expiresInDays }: InputOf<typeof addWebhookCall>['body'],
  admin: Admin,
) {
  assertAllowedUrl(ctx, url);
  const id = ctx.ids.uuid();
  const { secret, sealed } = newSecretFor(ctx, id);
  const row = await ctx.database.transaction(async (tx) => {
    if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
    if ((await webhooksRepository.countEndpoints(tx)) >= mostEndpoints) {
      throw new StoreError('conflict', { reason: storeMessage('too_many_endpoints', { most: mostEndpoints }) });
    }
    const endpoint = { id, adminId: admin.id, url, events: [...new Set(events)], secret: sealed };
    const added = await webhooksRepository.addEndpoint(tx, { ...endpoint, lifeDays: expiresInDays });
    // The path may be a secret, and the log keeps what it has.
    const entry = { actor: `admin:${admin.id}`, action: 'webhook.created', subject: id };
    await ctx.audit.record(tx, { ...entry, details: { url: parseOrigin(url), events: added.events, expiresInDays } });
    return added;
  });
  return { row: { ...row, createdBy: admin.email }, secret };
}

/** `secret`: when a new one was requested. Throws invalid_input with the field, or not_found. */
export async function changeWebhook(
  ctx: StoreContext,
  id: string,
  input: InputOf<typeof changeWebhookCall>['body'],
  admin: Admin,
) {
  if (input.url !== undefined) assertAllowedUrl(ctx, input.url);
  const made = input.newSecret ? newSecretFor(ctx, id) : null;
  const row = await ctx.database.transaction(async (tx) => {
    const before = await webhooksRepository.findEndpoint(tx, id, 'update');
    if (!before) throw new StoreError('not_found');
    if (!input.newSecret) holdSecretToOrigin(before.url, input.url ?? before.url);
    const wanted = {
      url: input.url ?? before.url,
      events: input.events ? [...new Set(input.events)] : before.events,
      enabled: input.enabled ?? before.enabled,
    };
    if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
    const { expiresInDays } = input;
    const isProlonged = expiresInDays !== undefined && before.enabled && !before.live;
    // Who switches an endpoint on, or prolongs an expired one, has it from then on.
    const adminId = (wanted.enabled && !before.enabled) || isProlonged ? admin.id : before.adminId;
    const isMoved = wanted.url !== before.url || wanted.enabled !== before.enabled || isProlonged;
    const after = await webhooksRepository.changeEndpoint(tx, id, {
      ...wanted,
      adminId,
      lifeDays: expiresInDays,
      ...(made ? { secret: made.sealed } : {}),
      // The failures of the old address do not apply to the new one.
      ...(isMoved ? { failingSince: null } : {}),
    });
    const entry = { actor: `admin:${admin.id}`, action: 'webhook.changed', subject: id };
    await ctx.audit.record(tx, {
      ...entry,
      details: { ...wanted, url: parseOrigin(wanted.url), expiresInDays, newSecret: input.newSecret },
    });
    return { ...after, createdBy: await webhooksRepository.findEmail(tx, adminId) };
  });
  return { row, secret: made?.secret ?? null };
}

/** Switches off the endpoints of an admin. Their pending deliveries are not sent. Returns the IDs. `by`: the actor of the audit. */
export async function disableWebhooks(ctx: StoreContext, tx: Tx, adminId: string, by: string): Promise<string[]> {
  const disabled = await webhooksRepository.disableEndpoints(tx, adminId);
  for (const id of disabled) {
    await ctx.audit.record(tx, { actor: by, action: 'webhook.changed', subject: id, details: { enabled: false } });
  }
  return disabled;
}

export async function listOwnWebhooks(ctx: StoreContext, { id }: Admin): Promise<ListedWebhook[]> {
  const all = await webhooksRepository.listEndpoints(ctx.database.db);
  return all.filter(({ adminId, live }) => live && adminId === id);
}

/** Returns those that were switched on. */
export async function disableOwnWebhooks(ctx: StoreContext, admin: Admin): Promise<ListedWebhook[]> {
  const disabled = await ctx.database.transaction((tx) => disableWebhooks(ctx, tx, admin.id, `admin:${admin.id}`));
  return (await webhooksRepository.listEndpoints(ctx.database.db)).filter(({ id }) => disabled.includes(id));
}

/** Throws not_found. */
export async function removeWebhook(ctx: StoreContext, id: string, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (!(await webhooksRepository.removeEndpoint(tx, id))) throw new StoreError('not_found');
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'webhook.removed', subject: id });
  });
}

/** Queues a test event. Throws not_found, or conflict for a disabled or expired endpoint. */
export async function testWebhook(ctx: StoreContext, endpointId: string, admin: Admin): Promise<ListedDelivery> {
  const id = ctx.ids.uuid();
  await ctx.database.transaction(async (tx) => {
    const endpoint = await webhooksRepository.findEndpoint(tx, endpointId, 'key share');
    if (!endpoint) throw new StoreError('not_found');
    assertLive(endpoint);
    const payload = { id, event: 'test', created_at: ctx.clock.now().toISOString(), order: null };
    await webhooksRepository.addDeliveries(tx, [{ id, endpointId, event: 'test', orderId: null, payload }]);
    await ctx.jobs.enqueue(tx, 'send_webhook', { deliveryId: id }, { key: `webhook ${id}` });
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'webhook.tested', subject: endpointId });
  });
  return getListed(ctx, id);
}

/**
 * Restarts the delivery with the same webhook-id. Throws not_found, or conflict while it is being sent or the
 * endpoint is disabled or expired.
 */
export async function replayDelivery(ctx: StoreContext, id: string, admin: Admin): Promise<ListedDelivery> {
  await ctx.database.transaction(async (tx) => {
    const delivery = await webhooksRepository.lockDelivery(tx, id, 0);
    const endpoint = delivery && (await webhooksRepository.findEndpoint(tx, delivery.endpointId, 'key share'));
    if (!endpoint) throw new StoreError('not_found');
    assertLive(endpoint);
    if (delivery.state === 'sending') throw new StoreError('conflict', { reason: 'delivery_sending' });
    await webhooksRepository.changeDelivery(tx, id, {
      state: 'waiting',
      attempts: 0,
      lastError: null,
      lastStatus: null,
      deliveredAt: null,
      nextAttemptAt: ctx.database.now(),
    });
    await ctx.jobs.enqueue(tx, 'send_webhook', { deliveryId: id }, { key: `webhook ${id}` });
    const subject = delivery.orderId ?? endpoint.id;
    const entry = { actor: `admin:${admin.id}`, action: 'webhook.replayed', subject };
    await ctx.audit.record(tx, { ...entry, details: { delivery: id, event: delivery.event } });
  });
  return getListed(ctx, id);
}

async function getListed(ctx: StoreContext, id: string): Promise<ListedDelivery> {
  const found = await webhooksRepository.findListed(ctx.database.db, id);
  if (!found) throw new StoreError('not_found');
  return found;
}

function newSecretFor(ctx: StoreContext, id: string): { secret: string; sealed: string } {
  const secret = formatSecret(ctx.ids.secretHex(secretBytes));
  return { secret, sealed: ctx.sealer.seal(secret, sealedFor(id)) };
}

function assertAllowedUrl(ctx: StoreContext, url: string): void {
  const reason = urlProblem(url, addressRule(ctx.config, 'endpoint'));
  if (reason !== null) throw new StoreError('invalid_input', { reason, field: 'url' });
}

// The signing secret is made by the store: another one takes the place of typing it again (D-57).
function holdSecretToOrigin(savedFor: string, goesTo: string): void {
  if (savedFor === goesTo || isSameOrigin(savedFor, goesTo)) return;
  throw new StoreError('invalid_input', { reason: 'new_secret_needed', field: 'newSecret' });
}

function assertLive({ enabled, live }: WebhookRow): void {
  if (live) return;
  throw new StoreError('conflict', { reason: enabled ? 'endpoint_expired' : 'endpoint_off' });
}

/** A webhook as the API shows it, without its secret. */
export function toWebhook(webhook: ListedWebhook) {
  const { id, url, events, enabled, live, createdAt, createdBy, expiresAt, failingSince } = webhook;
  return {
    id,
    url,
    events,
    enabled,
    live,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    expires_at: expiresAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
  };
}
