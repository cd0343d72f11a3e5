// Which of the recorded alerts are listed.
import { expect, test } from 'vitest';
import { startStore } from '../../../tests/support/store.ts';

test('has alerts about security, money and a stopped store; what happened to a link is no alert', async () => {
  const store = await startStore();
  const types = ['dispatch_unknown', 'dispatch_failed', 'delivery_stopped', 'provider_warning', 'chargeback'];
  await store.db.database.pool.query(
    `insert into alerts (id, type, severity, message, details, once_key, raised_at)
     select gen_random_uuid(), type, 'high', 'New', '{}', 'new ' || type, now() from unnest($1::text[]) as type`,
    [types],
  );
  const { stats, alerts } = await store.admin.call('GET /api/admin/security-alerts', {});
  expect(alerts.map(({ type }) => type).sort()).toEqual(['chargeback', 'provider_warning']);
  expect(stats).toMatchObject({ total: 2, recent: 2 });
  await store.admin.call('DELETE /api/admin/security-alerts', {});
  const { rows } = await store.db.database.pool.query('select type from alerts where cleared_at is null');
  expect(rows, 'what is not listed is cleared, too').toEqual([]);
  await store.stop();
});
