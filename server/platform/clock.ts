// Time as an argument. Comparisons that several processes must agree on use the database's clock instead.

export type Clock = {
  now(): Date;
};

export const systemClock: Clock = { now: () => new Date() };

/** Lets so much time pass. */
export type Wait = (ms: number) => Promise<void>;

export const systemWait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
