// Parsers of single environment variables. `config.ts` has their meaning.
import { readFileSync } from 'node:fs';
import { isTimeZone } from '../../contract/time-zones.ts';

export type Env = Record<string, string | undefined>;
/** The value without blanks around it; empty where there is none. */
export type Read = (name: string) => string;
/** Records an invalid variable with the valid form. */
export type Wrong = (name: string, right: string) => void;

/** A secret may come as the name of a file that holds it: NAME_FILE; `unread` gets the names whose file cannot be read. */
export function readValue(env: Env, name: string, unread: Set<string>): string {
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

export function wholeNumber(text: string, otherwise: number, min: number, max: number, wrong: () => void): number {
  if (text === '') return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  wrong();
  return otherwise;
}

export function oneOf<T extends string>(text: string, otherwise: T, allowed: readonly T[], wrong: () => void): T {
  const found = text === '' ? otherwise : allowed.find((one) => one === text);
  if (found === undefined) wrong();
  return found ?? otherwise;
}

export function isHttpUrl(text: string): boolean {
  return isUrlOf(text, /^https?:$/);
}

export function isUrlOf(text: string, protocol: RegExp): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return protocol.test(url.protocol) && url.hostname !== '';
}

export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Of this machine; UTC when it has no known one. */
export function machineZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
