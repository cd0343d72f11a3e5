// Settings that only an owner changes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../tests/support/client.ts';
import { type SettingsInput, settingsInputOf } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let manager: Client;
beforeAll(async () => {
  store = await startStore();
  const body = { email: 'manager@shop.example', password: owner.password, role: 'manager' as const };
  await store.admin.call('POST /api/admin/admins', { body });
  manager = store.as((await store.visitor.call('POST /api/admin/login', { body })).token);
});
afterAll(() => store.stop());

async function save(by: Client, change: (input: SettingsInput) => void) {
  const before = await by.call('GET /api/admin/store-settings', {});
  const settings = settingsInputOf(before);
  change(settings);
  return by.ask('PUT /api/admin/store-settings', { body: { version: before.version, settings } });
}

const cardTesting = (scope: 'address' | 'network' | 'email' | 'all') => (input: SettingsInput) => {
  const limits = input.card_testing?.[scope];
  if (limits) limits.per_day = (limits.per_day ?? 0) + 1;
};

describe('D-36: only an owner changes', () => {
  test.each<[string, string, (input: SettingsInput) => void]>([
    ['how many declined cards an address may have', 'card_testing.address', cardTesting('address')],
    ['how many declined cards a network may have', 'card_testing.network', cardTesting('network')],
    ['how many declined cards an email may have', 'card_testing.email', cardTesting('email')],
    ['how many declined cards all may have', 'card_testing.all', cardTesting('all')],
    [
      'whether My Orders asks for a code',
      'tracking',
      (input) => {
        input.tracking = { ask_for_code: 'never' };
      },
    ],
  ])('%s', async (_what, field, change) => {
    const before = await store.admin.call('GET /api/admin/store-settings', {});
    const refused = await save(manager, change);
    expect(refused).toMatchObject({ status: 403, body: { code: 'no_role' } });
    expect(refused.body.field).toMatch(new RegExp(`^${field}`));
    expect(await store.admin.call('GET /api/admin/store-settings', {})).toEqual(before);
    expect((await save(store.admin, change)).status).toBe(200);
  });

  test('a manager saves the rest beside the unchanged values of owners', async () => {
    const saved = await save(manager, (input) => {
      input.name = 'Another name';
    });
    expect(saved).toMatchObject({ status: 200, body: { settings: { name: 'Another name' } } });
  });
});
