import type { StoreModule } from '../../store-module.ts';
import { applyMarginRules } from '../../workflows/apply-margin-rules.ts';
import { changeTimeZone } from '../../workflows/change-time-zone.ts';
import { settingsRoutes } from './settings.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** Recomputes the days of figures in the zone of the settings. */
    change_time_zone: NoPayload;
    apply_margin_rules: NoPayload;
  }
}

export const settings = {
  routes: settingsRoutes,
  jobs: {
    change_time_zone: { run: changeTimeZone },
    apply_margin_rules: { run: applyMarginRules, schedule: '41 * * * *' },
  },
} satisfies StoreModule;
