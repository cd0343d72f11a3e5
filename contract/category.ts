// The product categories. Without zod: used by server and pages.

export const categories = ['Likes', 'Views'] as const;
export type Category = (typeof categories)[number];
