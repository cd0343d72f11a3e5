// Password hashes: argon2id with OWASP's parameters (19 MiB, 2 passes), computed off the event loop.
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '../../../contract/characters.ts';

// 2 is argon2id: the package's const enum cannot be used with isolated modules.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that no password has, checked in place of a missing one. */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`,
  'A'.repeat(22),
  'A'.repeat(43),
].join('$');

export function hashPassword(password: string): Promise<string> {
  return hash(normalPassword(password), parameters);
}

/**
 * Compares the password as typed, then in its normal form, which hashes have since D-53. False for a null hash, after
 * the same work as for a real one.
 */
export async function matchesPassword(password: string, passwordHash: string | null): Promise<boolean> {
  for (const form of new Set([password, normalPassword(password)])) {
    if ((await verify(passwordHash ?? nobodysHash, form)) && passwordHash !== null) return true;
  }
  return false;
}
