// Limits of lists. Without zod.

/** Counts stop here for orders filtered by amount, time of day, state or queue, and for customers found by text. */
export const countedAtMost = 1_000;

/** A text search scans this many orders in the order of the list, then at most this many index matches. */
export const searchWindow = 5_000;

/** Maximum length of a note, in characters. */
export const longestNote = 2000;

/** Maximum length of an order search, in characters. A pasted link may have a long query. */
export const longestSearch = 1_000;

/** Maximum number of tags of a customer. */
export const mostTags = 10;

/** Maximum length of a tag, in characters. */
export const longestTag = 30;
