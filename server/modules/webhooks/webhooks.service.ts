// Webhook endpoints: create, change, remove, test. The events are in order-events.ts, the sending in send-webhook.ts.
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { WebhookEvent } from '../../../contract/webhook-rules.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { TimePosition } from '../../platform/time-cursor.ts';
import { secretOf } from '../../platform/webhook-signature.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Admin } from '../../request-context.ts';
import { isSameOrigin, originOf } from '../../safe-fetch/secret-origin.ts';
import { sealedFor } from './send-webhook.ts';
import type { DeliveryFilter, ListedDelivery } from './webhook-deliveries.repository.ts';
import * as webhookDeliveriesRepository from './webhook-deliveries.repository.ts';
import type { WebhookRow } from './webhook-endpoints.repository.ts';
import * as webhookEndpointsRepository from './webhook-endpoints.repository.ts';

const secretBytes = 32;
/** A limit far above the number of endpoints of one store. */
const mostEndpoints = 20;

type ListedWebhook = WebhookRow & { createdBy: string | null };

export type WebhooksDeps = {
  database: Database;
  sealer: Sealer;
  jobs: Jobs;
  audit: Audit;
  /** False for an admin who was removed or is no owner any more. Else nobody changes that until the end of `tx`. */
  keepOwner: (tx: Tx, adminId: string) => Promise<boolean>;
  ids: Ids;
  clock: Clock;
  /** Why an address is not allowed; null for an allowed one. */
  urlProblem: (url: string) => StoreMessage | null;
};

export type Webhooks = ReturnType<typeof createWebhooks>;
export type WebhookChange = {
  url?: string | undefined;
  events?: WebhookEvent[] | undefined;
  enabled?: boolean | undefined;
  expiresInDays?: number | null | undefined;
  newSecret: boolean;
};

export function createWebhooks(deps: WebhooksDeps) {
  const { database, sealer, jobs, audit, keepOwner, ids, clock } = deps;

  /** Returns the secret, which is otherwise stored encrypted only. Throws invalid_input with the field, or conflict. */
  async function add(
    { url, events, expiresInDays }: { url: string; events: WebhookEvent[]; expiresInDays: number | null },
    admin: Admin,
  ) {
    assertAllowedUrl(url);
    const id = ids.uuid();
    const { secret, sealed } = newSecretFor(id);
    const row = await database.transaction(async (tx) => {
      if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
      if ((await webhookEndpointsRepository.countEndpoints(tx)) >= mostEndpoints) {
        throw new StoreError('conflict', { reason: storeMessage('too_many_endpoints', { most: mostEndpoints }) });
      }
      const added = await webhookEndpointsRepository.addEndpoint(tx, {
        id,
        adminId: admin.id,
        url,
        events: [...new Set(events)],
        secret: sealed,
        lifeDays: expiresInDays,
      });
      // The path may be a secret, and the log keeps what it has.
      const entry = { actor: `admin:${admin.id}`, action: 'webhook.created', subject: id };
      await audit.record(tx, { ...entry, details: { url: originOf(url), events: added.events, expiresInDays } });
      return added;
    });
    return { row: { ...row, createdBy: admin.email }, secret };
  }

  /** `secret`: when a new one was requested. Throws invalid_input with the field, or not_found. */
  async function change(id: string, input: WebhookChange, admin: Admin) {
    if (input.url !== undefined) assertAllowedUrl(input.url);
    const made = input.newSecret ? newSecretFor(id) : null;
    const row = await database.transaction(async (tx) => {
      const before = await webhookEndpointsRepository.lockEndpoint(tx, id);
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
      const after = await webhookEndpointsRepository.changeEndpoint(tx, id, {
        ...wanted,
        adminId,
        lifeDays: expiresInDays,
        ...(made ? { secret: made.sealed } : {}),
        // The failures of the old address do not apply to the new one.
        ...(isMoved ? { failingSince: null } : {}),
      });
      const entry = { actor: `admin:${admin.id}`, action: 'webhook.changed', subject: id };
      await audit.record(tx, {
        ...entry,
        details: { ...wanted, url: originOf(wanted.url), expiresInDays, newSecret: input.newSecret },
      });
      return { ...after, createdBy: await webhookEndpointsRepository.emailOf(tx, adminId) };
    });
    return { row, secret: made?.secret ?? null };
  }

  /** Switches off the endpoints of an admin. Their pending deliveries are not sent. Returns the IDs. `by`: the actor of the audit. */
  async function disableOf(tx: Tx, adminId: string, by: string): Promise<string[]> {
    const disabled = await webhookEndpointsRepository.disableEndpointsOf(tx, adminId);
    for (const id of disabled) {
      await audit.record(tx, { actor: by, action: 'webhook.changed', subject: id, details: { enabled: false } });
    }
    return disabled;
  }

  async function listOwn({ id }: Admin): Promise<ListedWebhook[]> {
    return (await webhookEndpointsRepository.listEndpoints(database.db)).filter(
      ({ adminId, live }) => live && adminId === id,
    );
  }

  /** Returns those that were switched on. */
  async function disableOwn(admin: Admin): Promise<ListedWebhook[]> {
    const disabled = await database.transaction((tx) => disableOf(tx, admin.id, `admin:${admin.id}`));
    return (await webhookEndpointsRepository.listEndpoints(database.db)).filter(({ id }) => disabled.includes(id));
  }

  /** Throws not_found. */
  async function remove(id: string, admin: Admin): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await webhookEndpointsRepository.removeEndpoint(tx, id))) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'webhook.removed', subject: id });
    });
  }

  /** Queues a test event. Throws not_found, or conflict for a disabled or expired endpoint. */
  async function tryOut(endpointId: string, admin: Admin): Promise<ListedDelivery> {
    const id = ids.uuid();
    await database.transaction(async (tx) => {
      const endpoint = await webhookEndpointsRepository.keepEndpoint(tx, endpointId);
      if (!endpoint) throw new StoreError('not_found');
      assertLive(endpoint);
      const payload = { id, event: 'test', created_at: clock.now().toISOString(), order: null };
      await webhookDeliveriesRepository.owe(tx, [{ id, endpointId, event: 'test', orderId: null, payload }]);
      await jobs.enqueue(tx, 'send_webhook', { deliveryId: id }, { key: `webhook ${id}` });
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'webhook.tested', subject: endpointId });
    });
    return getListed(id);
  }

  /**
   * Restarts the delivery with the same webhook-id. Throws not_found, or conflict while it is being sent or the
   * endpoint is disabled or expired.
   */
  async function replay(id: string, admin: Admin): Promise<ListedDelivery> {
    await database.transaction(async (tx) => {
      const delivery = await webhookDeliveriesRepository.lockDelivery(tx, id, 0);
      const endpoint = delivery && (await webhookEndpointsRepository.keepEndpoint(tx, delivery.endpointId));
      if (!endpoint) throw new StoreError('not_found');
      assertLive(endpoint);
      if (delivery.state === 'sending') throw new StoreError('conflict', { reason: 'delivery_sending' });
      await webhookDeliveriesRepository.changeDelivery(tx, id, {
        state: 'waiting',
        attempts: 0,
        lastError: null,
        lastStatus: null,
        deliveredAt: null,
        nextAttemptAt: database.now(),
      });
      await jobs.enqueue(tx, 'send_webhook', { deliveryId: id }, { key: `webhook ${id}` });
      const entry = {
        actor: `admin:${admin.id}`,
        action: 'webhook.replayed',
        subject: delivery.orderId ?? endpoint.id,
      };
      await audit.record(tx, { ...entry, details: { delivery: id, event: delivery.event } });
    });
    return getListed(id);
  }

  async function getListed(id: string): Promise<ListedDelivery> {
    const found = await webhookDeliveriesRepository.findListed(database.db, id);
    if (!found) throw new StoreError('not_found');
    return found;
  }

  function newSecretFor(id: string): { secret: string; sealed: string } {
    const secret = secretOf(ids.secretHex(secretBytes));
    return { secret, sealed: sealer.seal(secret, sealedFor(id)) };
  }

  function assertAllowedUrl(url: string): void {
    const reason = deps.urlProblem(url);
    if (reason !== null) throw new StoreError('invalid_input', { reason, field: 'url' });
  }

  return {
    add,
    change,
    disableOf,
    listOwn,
    disableOwn,
    remove,
    tryOut,
    replay,
    list: () => webhookEndpointsRepository.listEndpoints(database.db),
    deliveries: (filter: DeliveryFilter, page: { after: TimePosition | null; limit: number }) =>
      webhookDeliveriesRepository.listDeliveries(database.db, filter, page),
  };
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
