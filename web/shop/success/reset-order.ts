// A paid order is no longer in progress. A file of its own: only the result page needs it.
import { orderStorageKey } from '../in-progress-order.ts';

export function resetOrder(): void {
  try {
    sessionStorage.removeItem(orderStorageKey);
  } catch {
    // Blocked storage has nothing to reset.
  }
}
