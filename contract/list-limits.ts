// How far lists go. Usable without zod.

/** Beyond so many, orders that are found by text, amount or time of day are not counted to the end. */
export const countedAtMost = 10_000;

/** Characters of a note beside an order. */
export const longestNote = 2000;
