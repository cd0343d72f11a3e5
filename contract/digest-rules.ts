// The digest: the figures of a day or week for the owner. Pure, without zod: pages use it too.

export const digestPeriods = ['daily', 'weekly'] as const;
export type DigestPeriod = (typeof digestPeriods)[number];

/** Full hours in the store's time zone, as the setting has them. */
export const digestHours: readonly string[] = Array.from({ length: 24 }, (_, hour) => String(hour));
