// The posts of an order: how many it has, and how its quantity is divided over them.

/** The most posts that share one order. */
export const maxPosts = 5;

/** The share in the order summary: rounded down. Every post gets at least this. */
export function shownShare(quantity: number, postCount: number): number {
  return Math.floor(quantity / postCount);
}

/**
 * The exact share of each post, in order: one extra unit for the first `quantity mod postCount` posts, so that the sum
 * equals the quantity. Empty for no posts.
 */
export function shares(quantity: number, postCount: number): number[] {
  const floor = Math.floor(quantity / postCount);
  return Array.from({ length: postCount }, (_, position) => (position < quantity % postCount ? floor + 1 : floor));
}
