// How far lists go. Usable without zod.

/** Beyond so many, orders found by text, amount or time of day, and customers found by text, are not counted to the end. */
export const countedAtMost = 1_000;

/** Characters of a note beside an order. */
export const longestNote = 2000;
