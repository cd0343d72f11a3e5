// What a run knows of the store it asks: ids that were in its answers, orders that it placed, who is signed in.
import { categories } from '../../contract/category.ts';
import type { Random } from '../../server/demo/random.ts';
import type { Placed } from '../support/orders.ts';
import type { SettingsInput } from '../support/settings-steps.ts';

/** Of one kind. */
const mostIds = 40;

export type ProviderInput = {
  api_url: string;
  api_key: string;
  likes_service_id: string;
  views_service_id: string;
};
/** A link that is at the provider. */
export type Sent = { id: string; postLink: string; apiOrderId: string };
export type Known = ReturnType<typeof createKnown>;

/** `provider`: the one that works. */
export function createKnown(provider: ProviderInput) {
  const idsByKind = new Map<string, string[]>();
  const orders: Placed[] = [];
  const sent: Sent[] = [];
  const cursors: string[] = [];
  const addresses: string[] = [];
  let settings: { version: number; settings: SettingsInput } | null = null;

  function keep(kind: string, id: string, at: number): void {
    const ids = idsByKind.get(kind) ?? [];
    idsByKind.set(kind, ids);
    if (ids.includes(id)) return;
    if (ids.length < mostIds) ids.push(id);
    else ids[at % mostIds] = id;
  }

  function keepLast(list: string[], one: string): void {
    if (list.length >= mostIds) list.shift();
    list.push(one);
  }

  /** Keeps every id in an answer under the noun that its address ends with. `at`: which of the old ones may go. */
  function learn(path: string, body: unknown, at: number): void {
    const kind = kindOf(path);
    for (const [name, id] of idsIn(body)) {
      keep(
        name === 'api_order_id' ? 'order-status' : name === 'orderId' || name === 'order_id' ? 'orders' : kind,
        id,
        at,
      );
      if (/^[0-9a-f-]{36}$/.test(id)) keep('uuid', id, at);
    }
    for (const address of addressesIn(body)) keepLast(addresses, address);
  }

  /** Null where none was seen yet. */
  function idOf(kind: string, random: Random): string | null {
    const ids = idsByKind.get(kind);
    return ids?.length ? random.pick(ids) : null;
  }

  /** For a field of this name; null where any text will do. */
  function textFor(name: string, random: Random): string | null {
    const order = random.pick(orders);
    switch (name) {
      case 'orderId':
      case 'ids':
      case 'id':
      case 'order':
        return idOf('orders', random);
      case 'apiOrderId':
        return idOf('order-status', random);
      case 'email':
      case 'customer_email':
        return random.pick([order.email, `b${random.whole(1, 500)}@example.com`]);
      case 'postLink':
      case 'link':
      case 'url':
        return order.postLinks[0] ?? null;
      case 'postUrl':
      case 'post_link':
        return `https://www.instagram.com/p/H${random.text('abcdefgh', 8)}/`;
      case 'api_url':
        return provider.api_url;
      case 'api_key':
        return provider.api_key;
      case 'likes_service_id':
      case 'views_service_id':
        return random.pick([provider.likes_service_id, provider.views_service_id]);
      case 'page':
      case 'page_url':
        return random.pick(['/', '/about', '/checkout', '/pt', '/client?x=1', 'https://shop.example/contact']);
      case 'status':
        return random.pick(['Processing', 'Completed', 'Failed', 'Pending']);
      case 'category':
        return random.pick(categories);
      case 'language':
        return random.pick(['en', 'pt-BR']);
      case 'cursor':
        return cursors.length > 0 ? random.pick(cursors) : null;
      case 'search':
        return random.pick(['buyer', 'order.', '@', order.id, order.email]);
      default:
        return null;
    }
  }

  return {
    provider,
    orders,
    sent,
    learn,
    idOf,
    textFor,
    /** Where a download, a receipt or an order is; null where none was told yet. */
    addressOf: (random: Random) => (addresses.length > 0 ? random.pick(addresses) : null),
    /** The cursor in a Link header. */
    learnCursor: (link: string) => {
      const cursor = /[?&]cursor=([^&>]+)/.exec(link)?.[1];
      if (cursor) keepLast(cursors, decodeURIComponent(cursor));
    },
    settingsAre: (saved: { version: number; settings: SettingsInput }) => {
      settings = saved;
    },
    settingsNow: () => settings,
  };
}

/** "orders" for `/api/admin/orders/{id}/notes` and for `/api/orders`: what an id in this place names. */
export function kindOf(path: string): string {
  const parts = path.split('/');
  const at = parts.findIndex((part) => part.startsWith('{'));
  return (at > 0 ? parts[at - 1] : parts.at(-1)) ?? '';
}

function* addressesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && /^(path|receipt_path|order_path)$/.test(name) && inner.startsWith('/'))
      yield inner;
    else yield* addressesIn(inner);
  }
}

function* idsIn(value: unknown): Generator<[name: string, id: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (
      typeof inner === 'string' &&
      /^[\w-]{1,64}$/.test(inner) &&
      /^(id|orderId|order_id|userId|api_order_id)$/.test(name)
    )
      yield [name, inner];
    else yield* idsIn(inner);
  }
}
