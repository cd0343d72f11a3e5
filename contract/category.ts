// What the store sells, defined once. Without zod: server and pages share it.

export const categories = ['Likes', 'Views'] as const;
export type Category = (typeof categories)[number];
