// Stores alerts for the operator, and emails those that cannot wait to the owner. Implements the port through which every module raises them.

import type { AlertType } from '../../../contract/alert-titles.ts';
import type { Queryable } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Alert, Alerts } from '../../ports/alerts.ts';
import { type GeoIp, unknownPlaceName } from '../../ports/geoip.ts';
import type { Notifications } from '../../ports/notifications.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Live } from '../../ports/realtime.ts';
import { notificationOf } from './alert-notifications.ts';
import type { AlertsRepository } from './alerts.repository.ts';

/** Emailed whatever their severity, besides the critical ones. */
const mailedTypes: ReadonlySet<AlertType> = new Set(['brute_force', 'new_sign_in', 'admin_change', 'owner_address']);
/** No stranger causes these: an attack from outside cannot use up their emails. */
const ownTypes: readonly AlertType[] = [
  'new_sign_in',
  'admin_change',
  'owner_address',
  'cap_reached',
  'audit_difference',
];

/** Limits the emails during an attack that raises many alerts; one budget for `ownTypes`, one for the others. */
export const mostMailsPerHour = { own: 20, others: 6 };

type AlertsDeps = {
  repository: AlertsRepository;
  /** Null before the first settings. */
  ownerAddress: (at: Queryable) => Promise<string | null>;
  outbox: Outbox;
  notifications: Notifications;
  ids: Ids;
  live: Live;
  geoIp: GeoIp;
};

export function createAlerts({
  repository,
  ownerAddress,
  outbox,
  notifications,
  ids,
  live,
  geoIp,
}: AlertsDeps): Alerts {
  async function raise(at: Queryable, alert: Alert): Promise<void> {
    const alertId = ids.uuid();
    const isNew = await repository.addAlert(at, alertId, { ...alert, ...located(alert, geoIp) });
    if (isNew || alert.counted) live.announce(at, 'alert-update');
    const event = isNew ? notificationOf(alert, mailedTypes.has(alert.type)) : null;
    if (event) await notifications.notify(at, event);
    if (!isNew) return;
    for (const recipient of alert.alsoTo ?? []) await outbox.post(at, { kind: 'alert', alertId, recipient });
    if (!(alert.severity === 'critical' || mailedTypes.has(alert.type))) return;
    const isOwn = ownTypes.includes(alert.type);
    const mailed = await repository.mailedWithinHour(at, ownTypes);
    if (isOwn ? mailed.own >= mostMailsPerHour.own : mailed.others >= mostMailsPerHour.others) return;
    const recipient = alert.recipient ?? (await ownerAddress(at));
    if (recipient !== null) await outbox.post(at, { kind: 'alert', alertId, recipient });
  }

  return { raise };
}

/** The location of an alert's address, when known. */
function located({ details }: Alert, geoIp: GeoIp): Pick<Alert, 'details'> {
  if (!details?.ip || details.location) return {};
  // A network uses the location of its first address.
  const { city, country } = geoIp.placeOf(details.ip.replace(/\/\d+$/, ''));
  const known = [city, country].filter((name) => name !== unknownPlaceName);
  return known.length > 0 ? { details: { ...details, location: known.join(', ') } } : {};
}
