// A limit on the time that an answer may take.

/** The answer; or, after `ms`, what `otherwise` returns or throws. Data that arrived while the process stalled is read first. */
export async function withinTime<T, Late>(ms: number, answer: Promise<T>, otherwise: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve), ms).unref();
  });
  return Promise.race([answer, late.then(otherwise)]).finally(() => clearTimeout(timer));
}
