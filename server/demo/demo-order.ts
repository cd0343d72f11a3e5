// One order from the cart to the last delivery, as the rows that the store itself would write.
import type { Category } from '../../contract/category.ts';
import { defaultPriceList } from '../../contract/default-prices.ts';
import { priceCents, snapToGrid } from '../../contract/pricing.ts';
import { deliver } from './delivery.ts';
import type { DemoContext, Fate, OrderRow, Rows } from './demo-context.ts';
import { orderSources } from './demo-people.ts';
import { pay } from './payment.ts';
import type { Random, Weighted } from './random.ts';

const idCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** So many posts that the fate can be seen. */
const minPosts: Partial<Record<Fate, number>> = { halfway: 4, partial: 2, canceled: 2, refused: 3, unknown: 2 };

/** For the quick picks from the smallest on. */
const packageWeights = [30, 27, 16, 11, 4, 0.9, 0.1];
const offGridShare = 0.22;
const postCounts: Weighted<number> = [
  [1, 52],
  [2, 22],
  [3, 14],
  [4, 7],
  [5, 5],
];
const codeCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const base64Characters = codeCharacters.slice(0, 62);

export const noRows = (): Rows => ({
  orders: [],
  attempts: [],
  fees: [],
  events: [],
  dispatches: [],
  audit: [],
  alerts: [],
});

/** Adds the order's rows to those of the telling. */
export function addDemoOrder(context: DemoContext, customerEmail: string, createdAt: Date, fate: Fate): void {
  const { random, rows } = context;
  const id = random.text(idCharacters, 12);
  const order: OrderRow = {
    id,
    customerEmail,
    customerUsername: 'customer',
    ...fillCart(random, minPosts[fate]),
    currency: 'USD',
    ...findVisit(id),
    refundedCents: 0,
    status: 'pending',
    statusReason: null,
    paymentStatus: 'none',
    paidAt: null,
    createdAt,
    updatedAt: createdAt,
  };
  rows.orders.push(order);
  rows.audit.push({ happenedAt: createdAt, actor: 'visitor', action: 'order.placed', subject: order.id, details: {} });
  const paidAtMs = pay(context, order, fate);
  if (paidAtMs !== null) deliver(context, order, paidAtMs, fate);
}

/** By the ID, without a draw of its own, so that a seed keeps its orders. */
function findVisit(id: string): Pick<OrderRow, 'source' | 'deviceType'> {
  const at = idCharacters.indexOf(id[0] ?? '');
  const source = orderSources[at % orderSources.length] ?? null;
  if (source?.source === 'withheld') return { source, deviceType: null };
  return { source, deviceType: at % 4 === 0 ? 'desktop' : 'mobile' };
}

/** A basket as the shop would take it, at the shop's price. */
function fillCart(random: Random, minPosts = 1) {
  const category: Category = random.chance(0.68) ? 'Likes' : 'Views';
  const quantity = drawQuantity(random, category);
  const postCount = Math.max(minPosts, random.weighted(postCounts));
  const postLinks = Array.from({ length: postCount }, () => drawLink(random, category));
  return { category, quantity, amountCents: priceCents(category, quantity, defaultPriceList), postLinks };
}

function drawQuantity(random: Random, category: Category): number {
  const offer = defaultPriceList.offers[category];
  const { packages, minQuantity } = offer;
  if (!random.chance(offGridShare)) {
    return random.weighted(packages.map((quantity, at) => [quantity, packageWeights[at] ?? 0.1] as const));
  }
  const most = (packages[2] ?? minQuantity) * 4;
  return snapToGrid(minQuantity * (most / minQuantity) ** (random.fraction() ** 1.6), offer);
}

/** Looks like a link that somebody copied; the post is made up. */
function drawLink(random: Random, category: Category): string {
  const code = `${random.pick(['C', 'D'])}${random.text(codeCharacters, 10)}`;
  const kind = random.chance(category === 'Views' ? 0.85 : 0.4) ? 'reel' : 'p';
  return random.weighted([
    [`https://www.instagram.com/${kind}/${code}/`, 50],
    [`https://www.instagram.com/${kind}/${code}/?igsh=${random.text(base64Characters, 14)}==`, 28],
    [`https://www.instagram.com/${kind}/${code}/?utm_source=ig_web_copy_link`, 10],
    [`https://instagram.com/${kind}/${code}`, 7],
    [`www.instagram.com/${kind}/${code}/`, 3],
    [`instagram.com/${kind}/${code}`, 2],
  ]);
}
