// The purchases of demo customers: mostly the quick picks, sometimes any quantity on the grid, for one to five posts.
import type { Category } from '../../contract/category.ts';
import { defaultPriceList } from '../../contract/default-prices.ts';
import { type PriceList, priceCents, snapToGrid } from '../../contract/pricing.ts';
import type { Random, Weighted } from './random.ts';

export type DemoCart = { category: Category; quantity: number; amountCents: number; postLinks: string[] };

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

/** A basket as the shop would take it, at the shop's price. */
export function fillCart(random: Random, minPosts = 1, prices: PriceList = defaultPriceList): DemoCart {
  const category: Category = random.chance(0.68) ? 'Likes' : 'Views';
  const quantity = drawQuantity(random, category, prices);
  const postCount = Math.max(minPosts, random.weighted(postCounts));
  const postLinks = Array.from({ length: postCount }, () => drawLink(random, category));
  return { category, quantity, amountCents: priceCents(category, quantity, prices), postLinks };
}

function drawQuantity(random: Random, category: Category, prices: PriceList): number {
  const offer = prices.offers[category];
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
