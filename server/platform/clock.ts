// Time as an argument. Comparisons that several processes must agree on use the database's clock instead.

export type Clock = {
  now(): Date;
};

export const systemClock: Clock = { now: () => new Date() };

/** Lets so much time pass. */
export type Wait = (ms: number) => Promise<void>;

export const systemWait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// A limit on the time that an answer may take.

/** The answer; or, after `ms`, what `otherwise` returns or throws. Data that arrived while the process stalled is read first. */
export async function withinTime<T, Late>(ms: number, answer: Promise<T>, otherwise: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve), ms).unref();
  });
  return Promise.race([answer, late.then(otherwise)]).finally(() => clearTimeout(timer));
}
