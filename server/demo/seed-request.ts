// The arguments of `npm run seed -- ...`.

export type SeedRequest = {
  orderCount: number;
  visitCount: number;
  /** Undefined: chosen by chance. */
  seed: number | undefined;
};

/** A usage error, as one sentence. */
export class SeedRefusal extends Error {
  override readonly name = 'SeedRefusal';
}

const most = 10_000_000;
const usage = 'Use: npm run seed -- --orders N --visits N [--seed S]';

/** Reads `--name N` and `--name=N`. Throws SeedRefusal. */
export function readSeedRequest(args: readonly string[]): SeedRequest {
  const given = new Map<string, string>();
  const words = args.flatMap((word) => (/^--[a-z]+=/.test(word) ? splitOnce(word) : [word]));
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at] ?? '';
    if (!['--orders', '--visits', '--seed'].includes(name)) {
      throw new SeedRefusal(`There is no option ${name}. ${usage}`);
    }
    if (given.has(name)) throw new SeedRefusal(`${name} is given twice. ${usage}`);
    given.set(name, words[at + 1] ?? '');
  }
  if (!given.has('--orders') && !given.has('--visits')) throw new SeedRefusal(`Nothing is asked for. ${usage}`);
  const seed = given.has('--seed') ? wholeNumber(given, '--seed', Number.MAX_SAFE_INTEGER) : undefined;
  return { orderCount: wholeNumber(given, '--orders', most), visitCount: wholeNumber(given, '--visits', most), seed };
}

function splitOnce(word: string): string[] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}

function wholeNumber(given: Map<string, string>, name: string, max: number): number {
  const text = given.get(name) ?? '0';
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new SeedRefusal(`${name} must be a whole number from 0 to ${max.toLocaleString('en-US')}.`);
}
