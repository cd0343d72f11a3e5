// How far lists go. Usable without zod.

/** Beyond so many, orders found by amount or time of day, and customers found by text, are not counted to the end. */
export const countedAtMost = 1_000;

/** A text is looked for in the first so many orders of a list, then by the index in as many that hold it. */
export const searchWindow = 5_000;

/** Characters of a note beside an order. */
export const longestNote = 2000;

/** Characters of a search of orders: a pasted link may carry a long query. */
export const longestSearch = 1_000;
