// The status words of a provider, once for the whole store. Pure, without zod.

/**
 * failed: the word is a failure; it ends a link only once a second look confirms it (D-50). unknown: any other word. It
 * keeps the state and becomes an action item.
 */
export type ProviderStatusKind =
  | 'pending'
  | 'active'
  | 'completed'
  | 'partial'
  | 'canceled'
  | 'refunded'
  | 'failed'
  | 'unknown';

// Without case, spaces, hyphens and underscores: providers write `In progress`, `in_progress` and `Inprogress`.
const kindOfWord: Readonly<Record<string, ProviderStatusKind>> = {
  pending: 'pending',
  processing: 'active',
  inprogress: 'active',
  completed: 'completed',
  partial: 'partial',
  canceled: 'canceled',
  cancelled: 'canceled',
  refunded: 'refunded',
  fail: 'failed',
  failed: 'failed',
  error: 'failed',
};

const finalKinds: readonly ProviderStatusKind[] = ['completed', 'partial', 'canceled', 'refunded', 'failed'];

/** Every word that the store knows, as it is compared. */
export const providerStatusWords: readonly string[] = Object.keys(kindOfWord);

export const completedStatusWords = providerStatusWords.filter((word) => kindOfWord[word] === 'completed');

/** The words of final statuses with which not all was delivered. */
export const stoppedStatusWords: readonly string[] = providerStatusWords.filter((word) => {
  const kind = kindOfWord[word];
  return kind !== undefined && kind !== 'completed' && finalKinds.includes(kind);
});

export function providerStatusKind(status: string): ProviderStatusKind {
  const word = status
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  return Object.hasOwn(kindOfWord, word) ? (kindOfWord[word] ?? 'unknown') : 'unknown';
}

/** True once the provider changes nothing by itself any more: polling stops. */
export function isFinalProviderStatus(status: string): boolean {
  return finalKinds.includes(providerStatusKind(status));
}

/** Ended, and not all of it was delivered. */
export function isStoppedProviderStatus(status: string): boolean {
  return isFinalProviderStatus(status) && providerStatusKind(status) !== 'completed';
}
