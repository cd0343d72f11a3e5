// How a bought quantity is divided over the posts of an order.

export const maxPosts = 5;

/** What the summary shows per post: the floor (CHK-11). Every post gets at least this. */
export function shownShare(quantity: number, postCount: number): number {
  return Math.floor(quantity / postCount);
}

/**
 * What each post really gets, in the order of the posts: floor+1 for the first `quantity mod postCount`
 * posts, so that the sum equals what was bought. Empty for no posts.
 */
export function shares(quantity: number, postCount: number): number[] {
  const floor = Math.floor(quantity / postCount);
  return Array.from({ length: postCount }, (_, position) => (position < quantity % postCount ? floor + 1 : floor));
}
