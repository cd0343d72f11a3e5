// Divides a quantity over the posts of an order.

export const maxPosts = 5;

/** The share in the order summary: rounded down. Every post gets at least this. */
export function shownShare(quantity: number, postCount: number): number {
  return Math.floor(quantity / postCount);
}

/** How many posts, the first ones, get one unit more than the shown share, so that the sum equals the quantity. */
export function largerShares(quantity: number, postCount: number): number {
  return quantity % postCount;
}

/** The exact share of each post, in order. Empty for no posts. */
export function shares(quantity: number, postCount: number): number[] {
  const [smaller, larger] = [shownShare(quantity, postCount), largerShares(quantity, postCount)];
  return Array.from({ length: postCount }, (_, position) => (position < larger ? smaller + 1 : smaller));
}
