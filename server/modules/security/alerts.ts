// Stores alerts for the operator, and emails those that cannot wait to the owner. Implements the port through which every
// module raises them. Of each type, and each admin's action, the first within an hour is emailed at once. Repeats are held
// back for one summary of all: no flood of one type silences another, or fills the mailbox.

import { isActionItemKind } from '../../../contract/action-item-kinds.ts';
import type { AlertType } from '../../../contract/alert-titles.ts';
import type { Severity } from '../../../contract/notification-kinds.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { Alert, Alerts } from '../../ports/alerts.ts';
import { type GeoIp, unknownPlaceName } from '../../ports/geoip.ts';
import type { NotificationEvent } from '../../ports/notifications.ts';
import * as alertsRepository from './alerts.repository.ts';
import * as ownerAddressRepository from './owner-address.repository.ts';

type PlaceFinder = Pick<GeoIp, 'findPlace'>;

/** Emailed whatever their severity, besides the critical ones. */
const mailedTypes: ReadonlySet<AlertType> = new Set(['brute_force', 'new_sign_in', 'admin_change', 'owner_address']);

export function createAlerts({
  outbox,
  notifications,
  ids,
  live,
  geoIp,
}: Pick<StoreContext, 'outbox' | 'notifications' | 'ids' | 'live'> & { geoIp: PlaceFinder }): Alerts {
  async function raise(at: Queryable, alert: Alert): Promise<void> {
    const alertId = ids.uuid();
    const isNew = await alertsRepository.addAlert(at, alertId, { ...alert, ...located(alert, geoIp) });
    if (isNew || alert.counted) live.announce(at, 'alert-update');
    const event = isNew ? toNotification(alert, mailedTypes.has(alert.type)) : null;
    if (event) await notifications.notify(at, event);
    if (!isNew) return;
    for (const recipient of alert.alsoTo ?? []) await outbox.post(at, { kind: 'alert', alertId, recipient });
    if (!(alert.severity === 'critical' || mailedTypes.has(alert.type))) return;
    const recipient = alert.recipient ?? (await ownerAddressRepository.findAddress(at));
    if (recipient === null) return;
    const mailKey = [alert.type, alert.mailKey].filter(Boolean).join(' ');
    const isHeld = await alertsRepository.holdRepeat(at, alertId, {
      mailKey,
      isMailedAtOnce: alert.isMailedAtOnce ?? false,
    });
    if (!isHeld) await outbox.post(at, { kind: 'alert', alertId, recipient });
  }

  return { raise };
}

/** One email about all alerts that were held back. */
export async function mailHeldAlerts({ database, outbox }: StoreContext): Promise<void> {
  await database.transaction(async (tx) => {
    const recipient = await ownerAddressRepository.findAddress(tx);
    if (recipient === null) return;
    const alertId = await alertsRepository.takeHeld(tx);
    if (alertId !== null) await outbox.post(tx, { kind: 'alert', alertId, recipient });
  });
}

/** The location of an alert's address, when known. */
function located({ details }: Alert, geoIp: PlaceFinder): Pick<Alert, 'details'> {
  if (!details?.ip || details.location) return {};
  // A network uses the location of its first address.
  const { city, country } = geoIp.findPlace(details.ip.replace(/\/\d+$/, ''));
  const known = [city, country].filter((name) => name !== unknownPlaceName);
  return known.length > 0 ? { details: { ...details, location: known.join(', ') } } : {};
}

const severityOf: Record<Alert['severity'], Severity> = {
  critical: 'critical',
  high: 'warning',
  medium: 'info',
  low: 'info',
};

/** `isUrgent`: emailed whatever its severity. Null for a problem that stays open: its action item reports it. */
function toNotification({ type, severity, details, isProblem }: Alert, isUrgent: boolean): NotificationEvent | null {
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
