import { sql } from 'drizzle-orm';
import { refusalsOfTime } from '../../../contract/price-facts.ts';
import { texts } from '../../database/columns.ts';
import { messageSql, storedWordsSql } from '../../database/message-sql.ts';
import type { StoreModule } from '../../store-module.ts';
import { applyMarginRules } from '../../workflows/apply-margin-rules.ts';
import { applyScheduledPrices } from '../../workflows/apply-scheduled-prices.ts';
import { changeTimeZone } from '../../workflows/change-time-zone.ts';
import { settingsRoutes } from './settings.routes.ts';
import { scheduledPrices } from './settings.schema.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** Recomputes the days of figures in the zone of the settings. */
    change_time_zone: NoPayload;
    apply_scheduled_prices: NoPayload;
    apply_margin_rules: NoPayload;
  }
}

export const settings = {
  routes: settingsRoutes,
  jobs: {
    change_time_zone: { run: changeTimeZone },
    apply_margin_rules: { run: applyMarginRules, schedule: '41 * * * *' },
    apply_scheduled_prices: { run: applyScheduledPrices, schedule: '* * * * *' },
  },
  actionItems: {
    // Another refusal of the same change is another subject.
    scheduled_prices_refused: () => sql`
      select s.id::text || ' ' || to_char(s.refused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
        null::text as order_id, null::int as position, s.refused_at as at,
        case when s.refusal_coded ->> 'code' = any(${texts(refusalsOfTime)})
          then ${messageSql('scheduled_prices_refused', { reason: storedWordsSql(sql`s.refusal`) })}
          else ${messageSql('scheduled_prices_against_rule', { reason: storedWordsSql(sql`s.refusal`) })} end as words
      from ${scheduledPrices} s
      where s.refused_at is not null and s.applied_at is null and s.removed_at is null`,
  },
} satisfies StoreModule;
