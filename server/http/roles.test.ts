// Every call of the admin by every role: allowed from the declared role on, refused below it before anything is read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { isAllowed, type Role, roles } from '../../contract/roles.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
const tokens = new Map<Role, string>();
const ids = new Map<Role, string>();
const password = 'a password of this admin';

beforeAll(async () => {
  store = await startStore();
  for (const role of roles) {
    const body = { email: `${role}.role@shop.example`, password, role };
    ids.set(role, (await store.admin.call('POST /api/admin/admins', { body })).id);
    const { token } = await store.visitor.call('POST /api/admin/login', { body: { email: body.email, password } });
    tokens.set(role, token);
  }
});
afterAll(() => store.stop());

const calls = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { role }]) => role !== undefined);
/** They end the session of the test. */
const ofTheSession = ['logout', 'endSession', 'endOtherSessions'];

/** A body that no call takes: nothing changes where the call is allowed. */
async function send(role: Role, { method, path }: Endpoint) {
  const response = await store.raw(path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA'), {
    method,
    headers: { authorization: `Bearer ${tokens.get(role)}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '[]' }),
  });
  return { status: response.status, body: (await response.json()) as { code?: string; message?: string } };
}

const rowsOf = async (query: string) => (await store.db.database.pool.query(query)).rows;

describe.each(roles)('D-36: the role %s', (role) => {
  const isOpen = ({ role: needed }: Endpoint) => isAllowed(role, needed ?? 'owner');

  test('is refused above its rank, and nothing changes', async () => {
    const acts = () => rowsOf('select count(*) from audit_log');
    const before = await acts();
    for (const [name, declared] of calls.filter(([, one]) => !isOpen(one))) {
      const { status, body } = await send(role, declared);
      expect({ status, code: body.code }, name).toEqual({ status: 403, code: 'no_role' });
      expect(body.message, name).toMatch(/(an owner|role (Manager|Support) or a higher one).*\.$/);
    }
    expect(await acts()).toEqual(before);
  });

  test('makes every other call', async () => {
    for (const [name, declared] of calls.filter(([key, one]) => isOpen(one) && !ofTheSession.includes(key))) {
      expect((await send(role, declared)).body.code, name).not.toBe('no_role');
    }
  });

  test('reads in its session which calls it may not make', async () => {
    const { user } = await store.as(tokens.get(role) ?? '').call('GET /api/admin/verify', {});
    expect(user).toMatchObject({ role: 'admin', access: role });
    const above = calls.filter(([, declared]) => !isOpen(declared));
    expect([...(user.denied ?? [])].sort()).toEqual(above.map(([name]) => name).sort());
  });
});
