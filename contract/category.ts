// The product categories. Without zod: used by server and pages.

/** Those of the two specified offers, which pages and settings name by their category. */
export const categories = ['Likes', 'Views'] as const;
export type Category = (typeof categories)[number];
/** Those of orders: what is counted. Several offers share one. */
export const orderCategories = [...categories, 'Followers', 'Subscribers'] as const;
export type OrderCategory = (typeof orderCategories)[number];
