import { sql } from 'drizzle-orm';
import type { ModuleMetrics } from '../../ports/module-parts.ts';
import { mails } from './email.schema.ts';

export const emailMetrics: ModuleMetrics = {
  gauges: { applaud_mails: { help: 'Emails that were not sent, by state.', label: 'state' } },
  query: () => sql`
    select json_build_object('waiting', count(*) filter (where state <> 'failed'),
      'failed', count(*) filter (where state = 'failed')) as applaud_mails
    from ${mails} where state <> 'sent'`,
};
