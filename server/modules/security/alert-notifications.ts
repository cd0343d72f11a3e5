// The notification of an alert. Problems that stay open are reported by their action items instead.
import { isActionItemKind } from '../../../contract/action-item-kinds.ts';
import type { Severity } from '../../../contract/notification-kinds.ts';
import type { Alert } from '../../ports/alerts.ts';
import type { NotificationEvent } from '../../ports/notifications.ts';

const severityOf: Record<Alert['severity'], Severity> = {
  critical: 'critical',
  high: 'warning',
  medium: 'info',
  low: 'info',
};

/** `isUrgent`: emailed whatever its severity. Null for an alert about a problem that is reported otherwise. */
export function notificationOf(
  { type, severity, details, isProblem }: Alert,
  isUrgent: boolean,
): NotificationEvent | null {
  if (isProblem || isActionItemKind(type) || type === 'provider_down') return null;
  if (type === 'cap_reached') return { kind: 'cap_reached' };
  const least: Severity = isUrgent ? 'warning' : 'info';
  const own = severityOf[severity];
  return {
    kind: 'security_alert',
    severity: own === 'info' ? least : own,
    facts: { alertType: type, ...(details?.orderId ? { orderId: details.orderId, path: '/admin?tab=security' } : {}) },
  };
}
