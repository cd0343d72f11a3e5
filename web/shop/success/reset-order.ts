// The order in progress ends with the result page. What was typed can be restored after a failed payment. A file of its
// own: only the result page needs it.
import { orderStorageKey } from '../in-progress-order.ts';

/** What was typed for the last order of this tab. */
const lastOrderKey = 'lastOrder';

export function resetOrder(): void {
  try {
    const kept = sessionStorage.getItem(orderStorageKey);
    if (kept === null) return;
    sessionStorage.setItem(lastOrderKey, kept);
    sessionStorage.removeItem(orderStorageKey);
  } catch {
    // Blocked storage has nothing to reset.
  }
}

/** Without the ID and the key of the placed order: another try places another one. */
export function restoreOrder(orderId: string): void {
  try {
    const { placed, ...typed } = JSON.parse(sessionStorage.getItem(lastOrderKey) ?? '{}');
    if (placed?.orderId === orderId) sessionStorage.setItem(orderStorageKey, JSON.stringify(typed));
  } catch {
    // Blocked storage has nothing to restore.
  }
}
