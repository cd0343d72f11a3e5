// Composes the devices of admins that get push messages.
import type { NotificationChannels } from '../modules/notifications/notification-channels.service.ts';
import { createPushDevices } from '../modules/notifications/push-devices.service.ts';
import type { Core } from './core.ts';
import { urlProblemOf } from './external-services.ts';

export function wirePushDevices({ config, database, audit, sealer, vapidKeys }: Core, channels: NotificationChannels) {
  return createPushDevices({
    database,
    channels,
    sealer,
    audit,
    key: vapidKeys.publicKey,
    urlProblem: urlProblemOf(config, 'push'),
  });
}
