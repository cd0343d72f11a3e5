// Roles of admins: who gives them, when they count, and that an owner always remains.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/account-rules.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let firstId: string;
const password = 'a password of this admin';
beforeAll(async () => {
  store = await startStore();
  firstId = (await store.admin.call('GET /api/admin/admins', {}))[0]?.id ?? '';
});
afterAll(() => store.stop());

let count = 0;
async function addAdmin(role?: Role) {
  count += 1;
  const body = { email: `admin${count}@shop.example`, password, ...(role ? { role } : {}) };
  const { id, role: given } = await store.admin.call('POST /api/admin/admins', { body });
  const { token } = await store.visitor.call('POST /api/admin/login', { body: { email: body.email, password } });
  return { id, role: given, client: store.as(token), token };
}
const change = (by: TestStore['admin'], id: string, role: Role) =>
  by.ask('PATCH /api/admin/admins/{id}', { params: { id }, body: { role } });
const remove = (by: TestStore['admin'], id: string) => by.ask('DELETE /api/admin/admins/{id}', { params: { id } });
const query = async (text: string, values: unknown[] = []) => (await store.db.database.pool.query(text, values)).rows;

afterEach(async () => {
  await query("update admins set role = 'owner' where id = $1", [firstId]);
  await query('delete from admins where id <> $1', [firstId]);
});

describe('D-36: roles', () => {
  test('the first admin is owner, and so is an admin who is added without a role', async () => {
    expect(await store.admin.call('GET /api/admin/admins', {})).toMatchObject([{ email: owner.email, role: 'owner' }]);
    expect((await addAdmin()).role).toBe('owner');
    expect((await addAdmin('support')).role).toBe('support');
  });

  test('an owner reads all admins, another role only itself', async () => {
    const { id, client } = await addAdmin('manager');
    expect(await client.call('GET /api/admin/admins', {})).toMatchObject([{ id, role: 'manager', is_you: true }]);
    expect(await store.admin.call('GET /api/admin/admins', {})).toHaveLength(2);
  });

  test('an unknown role is refused', async () => {
    const body = { email: 'x@shop.example', password, role: 'admin' as Role };
    expect((await store.admin.ask('POST /api/admin/admins', { body })).status).toBe(400);
    expect((await change(store.admin, firstId, '' as Role)).status).toBe(400);
  });

  test('a change counts at once in open sessions, for the worse and for the better', async () => {
    const { id, client } = await addAdmin('manager');
    const order = await placeOrder(store);
    const set = () =>
      client.ask('PATCH /api/admin/orders/{id}/status', { params: { id: order.id }, body: { status: 'Pending' } });
    expect((await set()).status).toBe(200);
    expect(await change(store.admin, id, 'viewer')).toMatchObject({ status: 200, body: { id, role: 'viewer' } });
    expect(await set()).toMatchObject({
      status: 403,
      body: { code: 'no_role', message: expect.stringContaining('Manager') },
    });
    expect((await client.ask('GET /api/orders/{id}', { params: { id: order.id } })).status).toBe(200);
    await change(store.admin, id, 'manager');
    expect((await set()).status).toBe(200);
  });

  test('a change is in the audit log once, with both roles', async () => {
    const { id } = await addAdmin('viewer');
    await change(store.admin, id, 'support');
    await change(store.admin, id, 'support');
    const entries = await query("select actor, details from audit_log where action = 'admin.role' and subject = $1", [
      id,
    ]);
    expect(entries).toEqual([{ actor: `admin:${firstId}`, details: { from: 'viewer', to: 'support' } }]);
  });

  test('an admin who is gone is 404', async () => {
    const { id } = await addAdmin('viewer');
    await remove(store.admin, id);
    expect((await change(store.admin, id, 'support')).status).toBe(404);
  });
});

describe('D-36: an owner always remains', () => {
  test('the last owner keeps the role, one of two may give it up', async () => {
    const refused = { status: 409, body: { code: 'last_owner' } };
    expect(await change(store.admin, firstId, 'manager')).toMatchObject(refused);
    const second = await addAdmin('owner');
    expect((await change(store.admin, firstId, 'manager')).status).toBe(200);
    expect(await change(second.client, second.id, 'viewer')).toMatchObject(refused);
    expect(await change(store.admin, second.id, 'viewer')).toMatchObject({ status: 403, body: { code: 'no_role' } });
  });

  test.each(['demote', 'remove'])(
    'two owners who %s each other at once: one of them remains, in each round',
    async (act) => {
      for (let round = 0; round < 8; round += 1) {
        const [a, b] = [await addAdmin('owner'), await addAdmin('owner')];
        await query("update admins set role = 'viewer' where id = $1", [firstId]);
        const on = (by: typeof a, target: typeof a) =>
          act === 'demote' ? change(by.client, target.id, 'viewer') : remove(by.client, target.id);
        const answers = await Promise.all([on(a, b), on(b, a), on(a, b), on(b, a)]);
        const owners = await query("select id from admins where role = 'owner'");
        expect(owners).toHaveLength(1);
        for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status);
        await query("update admins set role = 'owner' where id = $1", [firstId]);
        await query('delete from admins where id <> $1', [firstId]);
      }
    },
  );

  test('of three owners, one who was demoted a moment ago demotes nobody', async () => {
    const [a, b] = [await addAdmin('owner'), await addAdmin('owner')];
    for (let round = 0; round < 8; round += 1) {
      await query("update admins set role = 'owner'");
      const answers = await Promise.all([change(a.client, b.id, 'viewer'), change(b.client, a.id, 'viewer')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });
});
