import { beforeEach, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, text } from '../testing.tsx';
import { now, openSection, signIn } from '../testing-signed-in.tsx';
import { showSetupTexts } from '../texts/shown-texts.ts';
import { HeartbeatSection } from './heartbeat-section.tsx';

const heartbeat = {
  masked_url: 'https://hc-ping.example/...',
  interval_minutes: 5,
  tried_at: new Date(now - 60_000).toISOString(),
  succeeded_at: new Date(now - 60_000).toISOString(),
  last_status: 200,
  problem: null,
  failures: 0,
};
let store: FakeStore;
beforeEach(async () => {
  store = signIn();
  await showSetupTexts();
});

it('takes a URL and an interval, and shows the last response without the URL', async () => {
  store.on('GET /api/admin/heartbeat', { body: { heartbeat: null } });
  store.on('PUT /api/admin/heartbeat', { body: { heartbeat } });
  await openSection(<HeartbeatSection />);
  expect(button('Save heartbeat').disabled).toBe(true);
  await fill(field('[name=heartbeat-url]'), 'https://hc-ping.example/secret');
  await fill(field('[name=heartbeat-minutes]'), '61');
  expect(button('Save heartbeat').disabled).toBe(true);
  await fill(field('[name=heartbeat-minutes]'), '5');
  store.on('GET /api/admin/heartbeat', { body: { heartbeat } });
  await click(button('Save heartbeat'));
  expect(store.calls('PUT /api/admin/heartbeat')[0]?.body).toEqual({
    url: 'https://hc-ping.example/secret',
    interval_minutes: 5,
  });
  expect(text()).toContain('The last ping was accepted (HTTP 200)');
  expect(text()).toContain('keep the saved one: https://hc-ping.example/...');
  expect(field('[name=heartbeat-url]').value).toBe('');
});

it('shows why pings fail, and switches off', async () => {
  const failing = { ...heartbeat, last_status: 404, problem: 'The monitor returned HTTP 404.', failures: 3 };
  store.on('GET /api/admin/heartbeat', { body: { heartbeat: failing } });
  store.on('DELETE /api/admin/heartbeat', { body: { heartbeat: null } });
  await openSection(<HeartbeatSection />);
  expect(text()).toContain('The monitor returned HTTP 404. 3 pings failed in a row.');
  await click(button('Switch off'));
  expect(store.calls('DELETE /api/admin/heartbeat')).toHaveLength(1);
  expect(text()).toContain('Heartbeat switched off');
});
