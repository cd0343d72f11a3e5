import { sql } from 'drizzle-orm';
import { expiringAccess, noticeTime } from '../../database/expiring-access.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { apiKeys } from './api-keys.schema.ts';

export const apiKeysActionItems = {
  // Requests with an expired key are refused, and raise an alert.
  api_key_expiring: (now) => sql`
    select ${expiringAccess(sql`k`, sql`k.name`, now)} from ${apiKeys} k
    where k.revoked_at is null and k.expires_at > ${now} and k.expires_at <= ${now} + ${noticeTime}`,
} satisfies ActionItemQueries;
