/** The most posts that share one order. A file of its own, because the home page needs no more of `share.ts`. */
export const maxPosts = 5;
