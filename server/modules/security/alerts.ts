// Stores alerts for the operator and emails critical ones. Implements the port through which every module raises them.

import type { Queryable } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Alert, Alerts } from '../../ports/alerts.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Outbox } from '../../ports/outbox.ts';
import { type GeoIp, unknownPlaceName } from '../../ports/geoip.ts';
import type { AlertsRepository } from './alerts.repository.ts';

/** Limits the emails during an attack that raises many alerts. */
export const mostMailsPerHour = 6;

type AlertsDeps = { repository: AlertsRepository; outbox: Outbox; ids: Ids; live: Live; geoIp: GeoIp };

export function createAlerts({ repository, outbox, ids, live, geoIp }: AlertsDeps): Alerts {
  async function raise(at: Queryable, alert: Alert): Promise<void> {
    const alertId = ids.uuid();
    if (!(await repository.addAlert(at, alertId, { ...alert, ...located(alert, geoIp) }))) return;
    live.announce(at, 'alert-update');
    if (alert.severity !== 'critical' || (await repository.mailedWithinHour(at)) >= mostMailsPerHour) return;
    const recipient = await repository.operatorAddress(at);
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
