import { storeModule } from '../../store-module.ts';
import { changeTimeZone } from '../../workflows/change-time-zone.ts';
import { settingsRoutes } from './settings.routes.ts';
import { textRoutes } from './texts.routes.ts';

export const settings = storeModule({
  routes: { ...settingsRoutes, ...textRoutes },
  jobs: { change_time_zone: { run: changeTimeZone } },
});
