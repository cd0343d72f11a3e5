// Whether a password is among the first that others try, as zxcvbn estimates it.
import type { StoreContext } from '../../context.ts';

/** As many guesses as a patient attacker makes over the network. */
const fewestGuesses = 1e7;
/** The estimate takes longer with each character, and other requests wait for it. */
const judgedLength = 100;

/** `names`: of the store and the account, such as an email; what a stranger tries first. */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const { check } = await estimator;
  return check(password.slice(0, judgedLength), wordsOf(names)).guesses < fewestGuesses;
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
function wordsOf(names: readonly string[]): string[] {
  return names
    .map((name) => name.toLowerCase())
    .flatMap((name) => {
      const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
      return [name, parts.join(''), ...parts];
    });
}
