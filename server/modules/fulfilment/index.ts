import { storeModule } from '../../store-module.ts';
import { fulfilmentRoutes } from './fulfilment.routes.ts';
import { sendingPauseRoutes } from './sending-pauses.routes.ts';

export const fulfilment = storeModule({ routes: { ...fulfilmentRoutes, ...sendingPauseRoutes } });
