// The type of every moment in the tables.
import { timestamp } from 'drizzle-orm/pg-core';

/** In milliseconds, as JavaScript keeps them: a time that was read finds its row again. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
