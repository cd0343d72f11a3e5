// The provider's single URL: POST, form-encoded, `key` and `action`. Validation and responses match real panels.
import { createHash } from 'node:crypto';
import type { CallLog } from '../call-log.ts';
import { type Answer, type Call, isSameSecret } from '../http.ts';
import type { Rules, Settings } from '../rules.ts';
import type { ProviderOrders, Refill } from './orders.ts';
import type { Pace, ProviderOrder } from './progress.ts';
import { CANCEL_AFTER_MS, computeProgress, DEFAULT_PACE, formatMoney, isActive, steeringWord } from './progress.ts';
import { CHANGING_KINDS, changedAnswer, REFUSING_KINDS, refusalText, refusingAnswer } from './quirks.ts';
import { ProviderRefusal, type ProviderService, parsePost, SERVICES } from './services.ts';

export interface Provider {
  orders: ProviderOrders;
  rules: Rules;
  calls: CallLog;
  clock: () => Date;
  providerKey: string;
}

export interface Moment {
  nowMs: number;
  pace: Pace;
  services: ProviderService[];
}

export async function answerProvider(provider: Provider, call: Call): Promise<Answer> {
  const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const fields = new URLSearchParams(call.method === 'POST' && isForm ? call.body : '');
  const action = fields.get('action') ?? '';
  await logCall(provider, call, fields);
  const target = { operation: action, orderId: fields.get('order') ?? undefined };
  const [refusing] = await provider.rules.take('provider', REFUSING_KINDS, target);
  if (refusing) return refusingAnswer(refusing);
  const rules = await provider.rules.take('provider', CHANGING_KINDS, target);
  try {
    if (!isSameSecret(fields.get('key') ?? '', provider.providerKey)) throw new ProviderRefusal('key');
    const has = (kind: string) => rules.some((rule) => rule.kind === kind);
    const perform = ACTIONS[action];
    if (!perform) throw new ProviderRefusal('request');
    const moment = buildMoment(provider.clock(), await provider.rules.settings('provider'));
    const quirks = { isBroke: has('empty_balance'), idPrefix: has('text_ids') ? 'ord-' : '' };
    return changedAnswer(action, await perform(provider, fields, moment, quirks), rules);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    return changedAnswer('error', { error: refusalText(error, rules) }, rules);
  }
}

export function buildMoment(now: Date, settings: Settings): Moment {
  return {
    nowMs: now.getTime() + (settings.providerAheadMs ?? 0),
    pace: {
      startAfterMs: settings.startAfterMs ?? DEFAULT_PACE.startAfterMs,
      completeAfterMs: settings.completeAfterMs ?? DEFAULT_PACE.completeAfterMs,
    },
    services: SERVICES.map((service) => ({ ...service, ...settings.services?.[service.id], id: service.id })),
  };
}

type Action = (
  provider: Provider,
  fields: URLSearchParams,
  moment: Moment,
  quirks: { isBroke: boolean; idPrefix: string },
) => Promise<unknown>;

const ACTIONS: Readonly<Record<string, Action>> = {
  services: async (_provider, _fields, { services }) =>
    services.map(({ id, rateCents, min, max, ...service }) => ({
      service: Number(id),
      ...service,
      rate: (rateCents / 100).toFixed(2),
      min: String(min),
      max: String(max),
    })),
  balance: async (provider, _fields, _moment, quirks) => ({
    balance: formatMoney(quirks.isBroke ? 0 : await provider.orders.balance()),
    currency: 'USD',
  }),
  async add(provider, fields, moment, quirks) {
    const details = readOrder(fields, moment);
    if (quirks.isBroke) throw new ProviderRefusal('funds');
    if (steeringWord(details.post) === 'refuse') throw new ProviderRefusal('link');
    if (steeringWord(details.post) === 'samelink') throw new ProviderRefusal('same_link');
    const order = await provider.orders.add(details, { idPrefix: quirks.idPrefix, pace: moment.pace });
    return { order: wireId(order.id) };
  },
  async status(provider, fields, moment) {
    if (!fields.has('orders')) return getStatus(provider, fields.get('order') ?? '', moment);
    return Object.fromEntries(
      await each(readIds(fields, 'orders'), async (id) => [id, await orError(() => getStatus(provider, id, moment))]),
    );
  },
  async refill(provider, fields, moment) {
    if (!fields.has('orders')) return { refill: await refill(provider, fields.get('order') ?? '', moment) };
    return each(readIds(fields, 'orders'), async (id) => ({
      order: wireId(id),
      refill: await orError(async () => Number(await refill(provider, id, moment))),
    }));
  },
  async refill_status(provider, fields, moment) {
    const status = async (id: string) => {
      const found = await provider.orders.findRefill(id);
      if (!found) throw new ProviderRefusal('refill');
      return refillStatus(found, moment);
    };
    if (!fields.has('refills')) return { status: await status(fields.get('refill') ?? '') };
    return each(readIds(fields, 'refills'), async (id) => ({
      refill: wireId(id),
      status: await orError(() => status(id)),
    }));
  },
  cancel: (provider, fields, moment) =>
    each(readIds(fields, 'orders'), async (id) => ({
      order: wireId(id),
      cancel: await orError(() => cancel(provider, id, moment)),
    })),
};

/** A new order from its fields. Throws ProviderRefusal. */
export function readOrder(fields: URLSearchParams, { services, nowMs }: Moment): Omit<ProviderOrder, 'id'> {
  const service = services.find((service) => service.id === fields.get('service'));
  if (!service) throw new ProviderRefusal('service');
  const link = (fields.get('link') ?? '').trim();
  const post = parsePost(link);
  if (post === null) throw new ProviderRefusal('link');
  const quantity = readWhole(fields.get('quantity'));
  const runs = fields.has('runs') ? readWhole(fields.get('runs')) : 1;
  if (fields.has('interval')) readWhole(fields.get('interval'));
  if (runs < 1 || (runs > 1 && !service.dripfeed)) throw new ProviderRefusal('request');
  if (quantity < service.min) throw new ProviderRefusal('min', service.min);
  if (quantity * runs > service.max) throw new ProviderRefusal('max', service.max);
  return {
    service: service.id,
    link,
    post,
    quantity: quantity * runs,
    charge: service.rateCents * quantity * runs,
    startCount: createHash('sha256').update(post).digest().readUInt16BE(0),
    createdAtMs: nowMs,
  };
}

async function getStatus(provider: Provider, id: string, moment: Moment): Promise<Record<string, string>> {
  const order = await provider.orders.find(id);
  if (!order) throw new ProviderRefusal('order');
  const progress = computeProgress(order, moment.nowMs, moment.pace);
  if (progress.charge < order.charge && order.returned === undefined) {
    await provider.orders.giveBack(id, order.charge - progress.charge);
  }
  return {
    charge: formatMoney(progress.charge),
    start_count: String(order.startCount),
    status: progress.status,
    remains: progress.remains,
    currency: 'USD',
  };
}

async function refill(provider: Provider, id: string, moment: Moment): Promise<string> {
  const order = await provider.orders.find(id);
  if (!order) throw new ProviderRefusal('order');
  if (!moment.services.find((service) => service.id === order.service)?.refill) {
    throw new ProviderRefusal('refill_disabled');
  }
  if (computeProgress(order, moment.nowMs, moment.pace).status !== 'Completed')
    throw new ProviderRefusal('not_completed');
  const last = await provider.orders.lastRefill(id);
  if (last && ['Pending', 'In progress'].includes(refillStatus(last, moment))) {
    throw new ProviderRefusal('refill_running');
  }
  const isRejected = order.post.toLowerCase().includes('norefill');
  return (await provider.orders.addRefill(order, moment.nowMs, isRejected)).id;
}

function refillStatus(refill: Refill, { nowMs, pace }: Moment): string {
  if (refill.set !== undefined) return refill.set;
  const runsMs = nowMs - refill.createdAtMs;
  if (runsMs < pace.startAfterMs) return 'Pending';
  if (refill.isRejected) return 'Rejected';
  return runsMs < pace.completeAfterMs ? 'In progress' : 'Completed';
}

async function cancel(provider: Provider, id: string, moment: Moment): Promise<number> {
  const order = await provider.orders.find(id);
  if (!order) throw new ProviderRefusal('order');
  const canCancel = moment.services.find((service) => service.id === order.service)?.cancel;
  if (!canCancel || !isActive(computeProgress(order, moment.nowMs, moment.pace))) throw new ProviderRefusal('cancel');
  await provider.orders.change(id, (order) => {
    order.cancelAtMs ??= moment.nowMs + CANCEL_AFTER_MS;
  });
  return 1;
}

async function orError<T>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderRefusal) return { error: error.message };
    throw error;
  }
}

async function each<T>(ids: string[], work: (id: string) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const id of ids) done.push(await work(id));
  return done;
}

function readIds(fields: URLSearchParams, name: string): string[] {
  const ids = (fields.get(name) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length < 1 || ids.length > 100) throw new ProviderRefusal('request');
  return ids;
}

function readWhole(text: string | null): number {
  if (!text || !/^\d{1,9}$/.test(text)) throw new ProviderRefusal('quantity');
  return Number(text);
}

// Logs the call without the key and without the link's query.
async function logCall(provider: Provider, call: Call, fields: URLSearchParams): Promise<void> {
  const names = ['service', 'quantity', 'order', 'orders', 'refill', 'refills', 'runs', 'interval'];
  const detail = Object.fromEntries(
    names.flatMap((name) => (fields.has(name) ? [[name, (fields.get(name) ?? '').slice(0, 200)]] : [])),
  );
  const post = parsePost((fields.get('link') ?? '').trim());
  await provider.calls.add({
    at: provider.clock().toISOString(),
    side: 'provider',
    method: call.method,
    path: call.path,
    operation: fields.get('action')?.slice(0, 40) ?? null,
    ...(fields.has('order') ? { orderId: (fields.get('order') ?? '').slice(0, 60) } : {}),
    detail: { ...detail, ...(post === null ? {} : { post }) },
  });
}

const wireId = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id);
