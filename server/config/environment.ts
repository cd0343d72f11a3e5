// Reads single environment variables, and collects a sentence for each invalid one. `config.ts` has their meaning.
import { readFileSync } from 'node:fs';
import { isTimeZone } from '../../contract/time-zones.ts';

export type Env = Record<string, string | undefined>;
export type Environment = ReturnType<typeof openEnvironment>;

export function openEnvironment(env: Env) {
  const problems: string[] = [];
  /** Names whose file cannot be read: one mistake each, not two. */
  const unread = new Set<string>();

  /** The value without blanks around it; empty where there is none. A secret may be in the file that NAME_FILE names. */
  function read(name: string): string {
    const direct = env[name]?.trim() ?? '';
    const file = env[`${name}_FILE`]?.trim() ?? '';
    if (direct !== '' || file === '') return direct;
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      unread.add(name);
      return '';
    }
  }

  /** Records an invalid variable with the valid form. */
  function wrong(name: string, right: string): void {
    if (!unread.has(name)) problems.push(`${name} ${right}`);
  }

  return {
    read,
    wrong,

    wholeNumber(name: string, otherwise: number, min: number, max: number, right = `must be from ${min} to ${max}.`) {
      const text = read(name);
      if (text === '') return otherwise;
      const value = Number(text);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      wrong(name, right);
      return otherwise;
    },

    oneOf<T extends string>(
      name: string,
      otherwise: T,
      allowed: readonly T[],
      right = `must be ${listed(allowed)}.`,
    ): T {
      const text = read(name);
      const found = text === '' ? otherwise : allowed.find((one) => one === text);
      if (found === undefined) wrong(name, right);
      return found ?? otherwise;
    },

    /** `secure`: http is not enough. */
    checkHttpUrl(name: string, url: string, secure: boolean): void {
      if (!isUrlOf(url, /^https?:$/)) wrong(name, 'must be an absolute http or https address.');
      else if (secure && !url.startsWith('https:')) wrong(name, 'must be an https address in live mode.');
    },

    /**
     * Variables that belong together: null where none is given and none is needed, else each missing one is wrong.
     * `needed`: when all are, as "in live mode".
     */
    readGroup(names: readonly string[], needed: string | null): string[] | null {
      const values = names.map(read);
      const given = names.find((_, at) => values[at] !== '');
      if (given === undefined && needed === null) return null;
      for (const [at, name] of names.entries()) {
        if (values[at] === '') wrong(name, `is required ${needed ?? `together with ${given}`}.`);
      }
      return values;
    },

    listProblems: () => [
      ...problems,
      ...[...unread].map((name) => `${name}_FILE must name a file that the store can read.`),
    ],
  };
}

/** `a, b or c`. */
function listed(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

export function isUrlOf(text: string, protocol: RegExp): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return protocol.test(url.protocol) && url.hostname !== '';
}

/** Of this machine; UTC when it has no known one. */
export function machineZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
