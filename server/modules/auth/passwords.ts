// Password hashes: argon2id with OWASP's parameters (19 MiB, 2 passes), computed off the event loop.
import { hash, verify } from '@node-rs/argon2';

// 2 is argon2id: the package's const enum cannot be used with isolated modules.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a null hash, after the same work as for a real one. */
  matches(password: string, passwordHash: string | null): Promise<boolean>;
};

export async function createPasswords(): Promise<Passwords> {
  const unusableHash = await hash('nobody has this password', parameters);
  return {
    hash: (password) => hash(password, parameters),
    matches: async (password, passwordHash) => {
      const right = await verify(passwordHash ?? unusableHash, password);
      return right && passwordHash !== null;
    },
  };
}
