// Chance that can be repeated: the same seed gives the same demo. Not for secrets.

export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

export type Random = {
  /** From 0 up to, never reaching, 1. */
  fraction(): number;
  /** A whole number; both ends included. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<T>(list: Weighted<T>): T;
  /** Waiting times: mostly short, now and then long. */
  wait(mean: number): number;
  text(alphabet: string, length: number): string;
  uuid(): string;
};

/** `stream` separates the random numbers of one seed. */
export function createRandom(seed: number, stream = 0): Random {
  const fraction = smallFastCounter(seed, stream);
  const whole = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  const text = (alphabet: string, length: number) => {
    let drawn = '';
    for (let at = 0; at < length; at += 1) drawn += alphabet[Math.floor(fraction() * alphabet.length)];
    return drawn;
  };
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    pick: (list) => at(list, Math.floor(fraction() * list.length)),
    weighted: (list) => {
      let left = fraction() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return at(list, list.length - 1)[0];
    },
    wait: (mean) => -Math.log(1 - fraction()) * mean,
    text,
    uuid: () => {
      const hex = text('0123456789abcdef', 30);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18)}`;
    },
  };
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
}

// sfc32: 128 bits of state, so that millions of drawn ids do not meet.
function smallFastCounter(seed: number, stream: number): () => number {
  let [a, b, c, count] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, stream | 0, 1];
  const next = () => {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 16; round += 1) next();
  return next;
}
