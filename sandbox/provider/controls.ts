// Test-only controls of the provider. The client never calls them; README.md has the table.
import { type ControlFields, ControlRefusal, numberOf, readRule, textOf } from '../control-fields.ts';
import { momentOf, type Provider } from './api.ts';
import type { ProviderOrder } from './progress.ts';
import { formatMoney, isActive, progressOf } from './progress.ts';
import { CHANGING_KINDS, REFUSING_KINDS } from './quirks.ts';

const ACTIONS = ['services', 'add', 'status', 'refill', 'refill_status', 'cancel', 'balance'];

export async function controlProvider(provider: Provider, action: string, fields: ControlFields): Promise<unknown> {
  const { rules, orders } = provider;
  if (action === 'fail')
    return rules.add('provider', readRule(fields, [...REFUSING_KINDS, ...CHANGING_KINDS], ACTIONS));
  if (action === 'clear') return rules.clear('provider');
  if (action === 'advance') return advance(provider, fields);
  if (action === 'pace') {
    const startAfterMs = numberOf(fields, 'startAfterMs');
    const completeAfterMs = numberOf(fields, 'completeAfterMs');
    return rules.set('provider', { startAfterMs, completeAfterMs });
  }
  if (action === 'balance') {
    const amount = numberOf(fields, 'amount') ?? 0;
    await orders.setBalance(Math.round(amount * 100_000));
    return { balance: formatMoney(await orders.balance()) };
  }
  if (action === 'service') {
    const id = textOf(fields, 'id') ?? '';
    const { services } = await rules.settings('provider');
    const { id: _id, ...patch } = fields;
    return rules.set('provider', { services: { ...services, [id]: { ...services?.[id], ...patch } } });
  }
  if (action === 'refill') {
    const done = await orders.setRefill(textOf(fields, 'refill') ?? '', textOf(fields, 'status') ?? 'Completed');
    if (!done) throw new ControlRefusal(404, 'this refill does not exist');
    return done;
  }
  throw new ControlRefusal(404, `control ${action} is not known`);
}

/** GET: rules and settings, `orders`, or one order. */
export async function inspectProvider(provider: Provider, what: string[]): Promise<unknown> {
  const [kind, id] = what;
  if (kind === undefined) {
    return { ...(await provider.rules.list('provider')), balance: formatMoney(await provider.orders.balance()) };
  }
  if (kind !== 'orders') throw new ControlRefusal(404, `GET ${kind} is not known`);
  const moment = momentOf(provider.clock(), await provider.rules.settings('provider'));
  const show = (order: ProviderOrder) => ({ ...order, now: progressOf(order, moment.nowMs, moment.pace) });
  if (id === undefined) return (await provider.orders.list()).map(show);
  const order = await provider.orders.find(id);
  if (!order) throw new ControlRefusal(404, `order ${id} does not exist`);
  return show(order);
}

// Advances the provider's clock, one order (by ID or by post), or all active orders.
async function advance(provider: Provider, fields: ControlFields): Promise<unknown> {
  const settings = await provider.rules.settings('provider');
  const seconds = numberOf(fields, 'seconds');
  if (seconds !== undefined) {
    return provider.rules.set('provider', { providerAheadMs: (settings.providerAheadMs ?? 0) + seconds * 1000 });
  }
  const status = textOf(fields, 'status');
  if (status === undefined) throw new ControlRefusal(400, 'seconds or status is needed');
  const moment = momentOf(provider.clock(), settings);
  const id = textOf(fields, 'order');
  const post = textOf(fields, 'post');
  const all = id === undefined ? await provider.orders.list() : [await provider.orders.find(id)];
  const wanted = all.filter((order): order is ProviderOrder => {
    if (!order || (post !== undefined && order.post !== post)) return false;
    return id !== undefined || isActive(progressOf(order, moment.nowMs, moment.pace));
  });
  if (id !== undefined && wanted.length === 0) throw new ControlRefusal(404, `order ${id} does not exist`);
  for (const order of wanted) {
    await provider.orders.change(order.id, (order) => {
      order.set = { status, remains: textOf(fields, 'remains') };
    });
  }
  return { changed: wanted.map((order) => order.id) };
}
