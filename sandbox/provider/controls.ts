// Test-only controls of the provider. The client never calls them; README.md has the table.
import { type ControlFields, readNumber, readRule, readText } from '../control-fields.ts';
import { CallRefusal } from '../http.ts';
import { buildMoment, type Moment, type Provider, readOrder } from './api.ts';
import type { Pace, ProviderOrder } from './progress.ts';
import { computeProgress, formatMoney, isActive } from './progress.ts';
import { CHANGING_KINDS, REFUSING_KINDS } from './quirks.ts';
import { ProviderRefusal } from './services.ts';

const TEN_MINUTES_MS = 600_000;
const ACTIONS = ['services', 'add', 'status', 'refill', 'refill_status', 'cancel', 'balance'];

export async function controlProvider(provider: Provider, action: string, fields: ControlFields): Promise<unknown> {
  const { rules, orders } = provider;
  if (action === 'fail')
    return rules.add('provider', readRule(fields, [...REFUSING_KINDS, ...CHANGING_KINDS], ACTIONS));
  if (action === 'clear') return rules.clear('provider');
  if (action === 'adopt') return adopt(provider, fields);
  if (action === 'advance') return advance(provider, fields);
  if (action === 'pace') {
    const startAfterMs = readNumber(fields, 'startAfterMs');
    const completeAfterMs = readNumber(fields, 'completeAfterMs');
    return rules.set('provider', { startAfterMs, completeAfterMs });
  }
  if (action === 'balance') {
    const amount = readNumber(fields, 'amount') ?? 0;
    await orders.setBalance(Math.round(amount * 100_000));
    return { balance: formatMoney(await orders.balance()) };
  }
  if (action === 'service') {
    const id = readText(fields, 'id') ?? '';
    const { services } = await rules.settings('provider');
    const { id: _id, ...patch } = fields;
    return rules.set('provider', { services: { ...services, [id]: { ...services?.[id], ...patch } } });
  }
  if (action === 'refill') {
    const done = await orders.setRefill(readText(fields, 'refill') ?? '', readText(fields, 'status') ?? 'Completed');
    if (!done) throw new CallRefusal(404, 'this refill does not exist');
    return done;
  }
  throw new CallRefusal(404, `control ${action} is not known`);
}

/** GET: rules and settings, `orders`, or one order. */
export async function inspectProvider(provider: Provider, what: string[]): Promise<unknown> {
  const [kind, id] = what;
  if (kind === undefined) {
    return { ...(await provider.rules.list('provider')), balance: formatMoney(await provider.orders.balance()) };
  }
  if (kind !== 'orders') throw new CallRefusal(404, `GET ${kind} is not known`);
  const moment = buildMoment(provider.clock(), await provider.rules.settings('provider'));
  const show = (order: ProviderOrder) => ({ ...order, now: computeProgress(order, moment.nowMs, moment.pace) });
  if (id === undefined) return (await provider.orders.list()).map(show);
  const order = await provider.orders.find(id);
  if (!order) throw new CallRefusal(404, `order ${id} does not exist`);
  return show(order);
}

// Adds links from before the sandbox existed, with the status that they have. A running one goes on as fast as before.
async function adopt({ clock, rules, orders }: Provider, { links }: ControlFields): Promise<unknown> {
  const moment = buildMoment(clock(), await rules.settings('provider'));
  try {
    const adopted = (Array.isArray(links) ? links : []).map((link: ControlFields) => orderOfPast(link, moment));
    await orders.adopt(adopted);
    return { adopted: adopted.length };
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new CallRefusal(400, error.message);
    throw error;
  }
}

function orderOfPast(fields: ControlFields, moment: Moment): ProviderOrder {
  const id = readText(fields, 'order') ?? '';
  const status = readText(fields, 'status') ?? '';
  const createdAtMs = Date.parse(readText(fields, 'at') ?? '');
  if (id === '' || status === '' || Number.isNaN(createdAtMs)) {
    throw new CallRefusal(400, 'a link needs order, service, link, quantity, status and at');
  }
  const wanted = ['service', 'link', 'quantity'].map((name) => [name, readText(fields, name) ?? '']);
  const order = { ...readOrder(new URLSearchParams(wanted), moment), id, createdAtMs, returned: 0 };
  const remains = readNumber(fields, 'remains') ?? order.quantity;
  const set = { status, remains: String(remains) };
  if (!isActive({ ...set, charge: order.charge })) return { ...order, set };
  return { ...order, pace: paceSoFar(order.quantity, order.quantity - remains, moment.nowMs - createdAtMs) };
}

// One that has not begun begins in some minutes.
function paceSoFar(quantity: number, delivered: number, ageMs: number): Pace {
  if (delivered > 0) return { startAfterMs: 0, completeAfterMs: (ageMs * quantity) / delivered };
  return { startAfterMs: ageMs + TEN_MINUTES_MS, completeAfterMs: ageMs + 6 * TEN_MINUTES_MS };
}

// Advances the provider's clock, one order (by ID or by post), or all active orders.
async function advance(provider: Provider, fields: ControlFields): Promise<unknown> {
  const settings = await provider.rules.settings('provider');
  const seconds = readNumber(fields, 'seconds');
  if (seconds !== undefined) {
    return provider.rules.set('provider', { providerAheadMs: (settings.providerAheadMs ?? 0) + seconds * 1000 });
  }
  const status = readText(fields, 'status');
  if (status === undefined) throw new CallRefusal(400, 'seconds or status is needed');
  const moment = buildMoment(provider.clock(), settings);
  const id = readText(fields, 'order');
  const post = readText(fields, 'post');
  const all = id === undefined ? await provider.orders.list() : [await provider.orders.find(id)];
  const wanted = all.filter((order): order is ProviderOrder => {
    if (!order || (post !== undefined && order.post !== post)) return false;
    return id !== undefined || isActive(computeProgress(order, moment.nowMs, moment.pace));
  });
  if (id !== undefined && wanted.length === 0) throw new CallRefusal(404, `order ${id} does not exist`);
  for (const order of wanted) {
    await provider.orders.change(order.id, (order) => {
      order.set = { status, remains: readText(fields, 'remains') };
    });
  }
  return { changed: wanted.map((order) => order.id) };
}
