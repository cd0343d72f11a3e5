// The status words that most providers use, as the codes of their texts. Other words are shown as they are.

export const usualStatuses = {
  Pending: 'status_pending',
  Processing: 'status_processing',
  'In progress': 'status_in_progress',
  Completed: 'status_completed',
  Partial: 'status_partial',
  Canceled: 'status_canceled',
  Cancelled: 'status_cancelled',
  Refunded: 'status_refunded',
} as const;

/** Null for a word that is shown as it is. */
export function usualStatus(word: string): { code: (typeof usualStatuses)[keyof typeof usualStatuses] } | null {
  return Object.hasOwn(usualStatuses, word) ? { code: usualStatuses[word as keyof typeof usualStatuses] } : null;
}
