// Polls the orders on the page and their links at the provider every minute until all are final. Pauses in a hidden
// tab. A failed request keeps the previous data.
import { useEffect, useState } from 'react';
import { isFinal } from '../../../contract/order-state.ts';
import { isFinalProviderStatus } from '../../../contract/provider-status.ts';
import type { Api } from '../../api.ts';
import { readTrackedOrder, type TrackedOrder } from '../read-order.ts';
import { repeatWhileVisible } from '../when-visible.ts';

/** The search response as received, and the proof that it was sent. Newer fields of an order replace older ones. */
export type Found = { email: string; sent: readonly object[]; headers?: Record<string, string> };
export type LiveStatus = { status: string; remains: number };
export type LiveStatuses = Readonly<Record<string, LiveStatus>>;
export type FollowedOrders = { orders: readonly TrackedOrder[]; statuses: LiveStatuses };

type Calls = Pick<Api, 'call'>;
type Shown = FollowedOrders & { of: Found | null };

const refreshMs = 60_000;
/** Maximum number of orders and of links per poll, newest first. More would exceed the rate limits. */
const followedAtOnce = 40;
const nothing: Shown = { of: null, orders: [], statuses: {} };

export function useFollowedOrders(api: Calls, found: Found | null): FollowedOrders {
  const [shown, setShown] = useState<Shown>(nothing);
  useEffect(() => {
    if (found) return follow(api, found, setShown);
  }, [api, found]);
  if (shown.of === found) return shown;
  return { orders: found?.sent.map(readTrackedOrder) ?? [], statuses: {} };
}

function follow(api: Calls, found: Found, show: (shown: Shown) => void): () => void {
  let sent = found.sent;
  let statuses: LiveStatuses = {};
  let isFirst = true;
  const orders = () => sent.map(readTrackedOrder);
  const openOrders = () => orders().filter((order) => !isFinal(order));

  function openLinks(): string[] {
    const links = orders().flatMap((order) => order.api_orders);
    const ids = links.flatMap(({ api_order_id, live_status }) => {
      const status = (api_order_id && statuses[api_order_id]?.status) ?? live_status ?? '';
      return api_order_id && !isFinalProviderStatus(status) ? [api_order_id] : [];
    });
    return ids.slice(0, followedAtOnce);
  }

  async function lookUpLink(providerId: string, signal: AbortSignal): Promise<void> {
    const call = api.call('GET /api/admin/order-status/{providerId}', { params: { providerId } }, { signal });
    const live = await call.catch(() => null);
    if (live && !signal.aborted) statuses = { ...statuses, [providerId]: live };
  }

  /** Returns the IDs of the changed orders. */
  async function readOrders(signal: AbortSignal): Promise<string[]> {
    const open = openOrders().slice(0, followedAtOnce);
    const read = await Promise.all(open.map((order) => readOne(order, signal).catch(() => null)));
    const changed: string[] = [];
    for (const newer of read) {
      const known = newer && sent.find((one) => idOf(one) === newer.id);
      if (!known || isSame(known, newer)) continue;
      changed.push(newer.id);
      merge(newer.id, progressFields(newer));
    }
    return changed;
  }

  /** With the key of the order it reads the fields of the order page. */
  function readOne({ id, order_path }: TrackedOrder, signal: AbortSignal): Promise<{ id: string }> {
    const input = { params: { id } };
    const key = order_path?.split('/').at(-1);
    if (!key) return api.call('GET /api/orders/{id}', input, { signal, headers: found.headers ?? {} });
    return api.call('GET /api/orders/{id}/page', input, { signal, headers: { 'order-key': `${id}.${key}` } });
  }

  // A search also returns receipts and refunded amounts. It is rate limited, so it only repeats after a payment change.
  async function searchAgain(signal: AbortSignal): Promise<boolean> {
    const input = { params: { email: found.email } };
    const options = { signal, headers: found.headers ?? {} };
    const answer = await api.call('GET /api/orders/by-email/{email}', input, options).catch(() => null);
    if (!Array.isArray(answer) || signal.aborted) return false;
    // The proof expired, and without it the store shows less.
    if (answer.length < sent.length) return false;
    sent = answer;
    return true;
  }

  async function readLinks(ids: string[], signal: AbortSignal): Promise<void> {
    const input = { body: { orderIds: ids } };
    const answer = await api.call('POST /api/orders/api-orders-batch', input, { signal }).catch(() => null);
    for (const { orderId, apiOrders } of answer ?? []) merge(orderId, { api_orders: apiOrders });
  }

  function merge(id: string, fields: object): void {
    sent = sent.map((one) => (idOf(one) === id ? { ...one, ...fields } : one));
  }

  async function run(signal: AbortSignal): Promise<void> {
    const isFresh = isFirst;
    isFirst = false;
    await Promise.all(openLinks().map((id) => lookUpLink(id, signal)));
    if (!isFresh) {
      const before = new Map(orders().map(({ id, payment }) => [id, payment]));
      const changed = await readOrders(signal);
      const isNewPayment = orders().some(({ id, payment }) => before.get(id) !== payment);
      if (changed.length > 0 && !(isNewPayment && (await searchAgain(signal)))) await readLinks(changed, signal);
    }
    if (!signal.aborted) show({ of: found, orders: orders(), statuses });
  }

  return repeatWhileVisible({
    nextMs() {
      if (openOrders().length === 0 && openLinks().length === 0) return null;
      return isFirst ? 0 : refreshMs;
    },
    run,
  });
}

const followedFields = [
  'status',
  'payment_status',
  'payment',
  'delivery',
  'confirming_long',
  'refunds',
  'sending',
  'posts',
] as const;

/** Only fields that the response contains. */
function progressFields(sent: object): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...sent };
  return Object.fromEntries(followedFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function isSame(known: object, newer: object): boolean {
  return JSON.stringify(progressFields(known)) === JSON.stringify(progressFields(newer));
}

function idOf(sent: object): string {
  return readTrackedOrder(sent).id;
}
