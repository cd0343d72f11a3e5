// Classifies the status words of providers. Pure, without zod. The marks leave the lists out of pages, which need none.

/**
 * failed: ends a link only after a second status check confirms it. unknown: any other word; it keeps the state and
 * creates an action item.
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

// Keys have no spaces, hyphens, underscores or capitals: providers write `In progress`, `in_progress` and `Inprogress`.
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

/** All supported words in normalized form. */
export const providerStatusWords: readonly string[] = /* @__PURE__ */ Object.keys(kindOfWord);

export const completedStatusWords = /* @__PURE__ */ providerStatusWords.filter(
  (word) => kindOfWord[word] === 'completed',
);

/** Words of final statuses with incomplete delivery. */
export const stoppedStatusWords: readonly string[] = /* @__PURE__ */ providerStatusWords.filter((word) => {
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

/** True for a final status: polling stops. */
export function isFinalProviderStatus(status: string): boolean {
  return finalKinds.includes(providerStatusKind(status));
}

/** True for a final status with incomplete delivery. */
export function isStoppedProviderStatus(status: string): boolean {
  return isFinalProviderStatus(status) && providerStatusKind(status) !== 'completed';
}
