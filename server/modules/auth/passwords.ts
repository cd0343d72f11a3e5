// Password hashes: argon2id with OWASP's parameters (19 MiB, 2 passes), computed off the event loop.
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '../../../contract/characters.ts';
import type { StoreContext } from '../../context.ts';

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

/** As many guesses as a patient attacker makes over the network. */
const fewestGuesses = 1e7;
/** The estimate takes longer with each character, and other requests wait for it. */
const judgedLength = 100;

/** Among the first that others try, as zxcvbn estimates it. `names`: of the store and the account, such as an email. */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const { check } = await estimator;
  return check(password.slice(0, judgedLength), splitNames(names)).guesses < fewestGuesses;
}

/** The same with the names of this store and of the account. */
export async function isCommonInStore(
  { config, settings }: Pick<StoreContext, 'config' | 'settings'>,
  password: string,
  email: string,
): Promise<boolean> {
  const { name } = (await settings.profile()).profile;
  return isCommonPassword(password, [email, name, new URL(config.publicUrl).hostname]);
}

// Loaded at the first use: its dictionaries take 15 MB.
let estimator: ReturnType<typeof loadEstimator> | null = null;

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const factory = new ZxcvbnFactory({
    dictionary,
    graphs,
    maxLength: judgedLength,
    // The first hundred readings of `p4$$w0rd`, the default, take a quarter of a second.
    l33tMaxSubstitutions: 10,
  });
  return { check: (password: string, words: string[]) => factory.check(password, words) };
}

/** Of `Flash Likes`: `flash likes`, `flashlikes`, `flash`, `likes`. */
function splitNames(names: readonly string[]): string[] {
  return names
    .map((name) => name.toLowerCase())
    .flatMap((name) => {
      const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
      return [name, parts.join(''), ...parts];
    });
}
