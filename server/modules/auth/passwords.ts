// Password hashes: argon2id with OWASP's parameters (19 MiB, 2 passes), computed off the event loop.
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '../../../contract/characters.ts';

// 2 is argon2id: the package's const enum cannot be used with isolated modules.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Compares the password as typed, then in its normal form, which hashes have since D-53. False for a null hash, after
   * the same work as for a real one.
   */
  matches(password: string, passwordHash: string | null): Promise<boolean>;
};

export async function createPasswords(): Promise<Passwords> {
  const unusableHash = await hash('nobody has this password', parameters);
  return {
    hash: (password) => hash(normalPassword(password), parameters),
    matches: async (password, passwordHash) => {
      for (const form of new Set([password, normalPassword(password)])) {
        if ((await verify(passwordHash ?? unusableHash, form)) && passwordHash !== null) return true;
      }
      return false;
    },
  };
}
