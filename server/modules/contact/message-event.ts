// The notification of a buyer's message: its place in the inbox, and nothing of its content.
import type { NotificationEvent } from '../../ports/notifications.ts';

export function messageEvent(id: string): NotificationEvent {
  return { kind: 'buyer_message', facts: { path: `/admin/inbox?box=messages&message=${encodeURIComponent(id)}` } };
}
