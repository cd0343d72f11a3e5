// Who may call what, computed from the contract: call x role or scope x age of the proof x fields of the answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, mayStepUp } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/index.ts';
import { isAllowed, roles } from '../../contract/roles.ts';
import { type AccessCaller, accessCallers, refusalFor } from '../../tests/support/access-callers.ts';
import { type MarkedData, markedData, markedStore } from '../../tests/support/marked-data.ts';
import { orderBody } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
let callers: AccessCaller[];
let data: MarkedData;
beforeAll(async () => {
  store = await startStore(markedStore);
  data = await markedData(store);
  callers = await accessCallers(store);
});
afterAll(() => store.stop());

const calls = Object.entries(endpoints) as [EndpointName, Endpoint][];
const guarded = calls.filter(([, { access }]) => access !== 'public');
const refusals = new Set(['unauthorized', 'no_scope', 'no_role', 'step_up', 'second_factor_required']);
/** They end the session of the test. */
const ofTheSession = ['logout', 'endSession', 'endOtherSessions'];

async function send({ token }: AccessCaller, method: string, path: string, body?: unknown) {
  const response = await store.raw(path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  return { status: response.status, text, code: json.code as string | undefined, message: json.message as string };
}

const rowsOf = async (query: string) => (await store.db.database.pool.query(query)).rows;
const gateOf = (code: string | undefined) => (code !== undefined && refusals.has(code) ? code : null);

describe('D-30, D-36: each call, made by each kind of caller', () => {
  test('is refused or let through as the contract declares, and a refused one changes nothing', async () => {
    const actsBefore = await rowsOf('select count(*) from audit_log');
    const wrong: string[] = [];
    const known: [AccessCaller, EndpointName, Endpoint][] = callers.flatMap((caller) =>
      guarded.map(([name, declared]): [AccessCaller, EndpointName, Endpoint] => [caller, name, declared]),
    );
    const walk = async (isRefused: boolean) => {
      for (const [caller, name, declared] of known) {
        const expected = refusalFor(declared, caller);
        if ((expected !== null) !== isRefused || (!isRefused && ofTheSession.includes(name))) continue;
        const { method, path } = declared;
        // A body that no call takes: nothing changes where the call is allowed.
        const body = method === 'GET' ? undefined : [];
        const { code, status, message } = await send(caller, method, path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA'), body);
        if (gateOf(code) !== expected) wrong.push(`${name} by ${caller.name}: ${status} ${code}, not ${expected}`);
        if (expected === 'no_role' && !/(an owner|role (Manager|Support) or a higher one).*\.$/.test(message)) {
          wrong.push(`${name} by ${caller.name}: ${message}`);
        }
      }
    };
    await walk(true);
    expect(await rowsOf('select count(*) from audit_log')).toEqual(actsBefore);
    await walk(false);
    expect(wrong).toEqual([]);
  });

  test('needs a proof in each case that it declares', async () => {
    const order = { id: data.unpaidId };
    const paid = { id: data.orderId };
    const settings = await store.admin.call('GET /api/admin/store-settings', {});
    const prices = { ...settings.settings.prices, unit_price_micros: 600 };
    const claims = Object.fromEntries(
      Object.entries(settings.settings.claims).map(([name, { text, shown }]) => [
        name,
        { text, shown, confirmed: false },
      ]),
    );
    const cases: Partial<Record<EndpointName, { params?: Record<string, string>; body?: unknown }>> = {
      changeOrder: { params: order, body: { status: 'Processing' } },
      deleteOrder: { params: paid },
      confirmPayment: { params: order, body: { manual: true, note: 'paid in cash' } },
      changeOrderStatus: { params: order, body: { status: 'Completed', confirm: true } },
      saveStoreSettings: { body: { version: settings.version, settings: { ...settings.settings, prices, claims } } },
      tryProvider: { body: { action: 'add', service: '1', link: orderBody().post_links[0], quantity: 100 } },
    };
    const sometimes = guarded.filter(([, declared]) => mayStepUp(declared) && declared.stepUp !== true);
    expect(Object.keys(cases).sort()).toEqual(sometimes.map(([name]) => name).sort());
    const stale = callers.filter((one) => one.kind === 'admin' && !one.isFresh);
    for (const [name, declared] of sometimes) {
      for (const caller of stale.filter((one) => refusalFor(declared, one) === null)) {
        const { params = {}, body } = cases[name] ?? {};
        const path = declared.path.replace(/\{(\w+)\}/g, (_, field: string) => params[field] ?? '');
        expect((await send(caller, declared.method, path, body)).code, `${name} by ${caller.name}`).toBe('step_up');
      }
    }
  });

  test.each(roles)('a session of the role %s reads which calls it may not make', async (role) => {
    const token = callers.find((one) => one.kind === 'admin' && one.role === role)?.token ?? '';
    const { user } = await store.as(token).call('GET /api/admin/verify', {});
    expect(user).toMatchObject({ role: 'admin', access: role });
    const above = calls.filter(([, { role: needed }]) => needed !== undefined && !isAllowed(role, needed));
    expect([...(user.denied ?? [])].sort()).toEqual(above.map(([name]) => name).sort());
  });
});

describe('the fields of each answer', () => {
  test('D-36, S-2: hold no datum that the caller could not read by the call that is for it', async () => {
    const seen = new Set<string>();
    const leaks: string[] = [];
    for (const [name, { method, path }] of calls) {
      for (const { query = '', params = {}, body } of data.uses(name, method)) {
        const url = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? data.orderId));
        for (const caller of callers) {
          const { status, text, code } = await send(caller, method, `${url}${query}`, body);
          if (caller.kind === 'admin' && caller.role === 'owner' && caller.isFresh && status !== 200) {
            leaks.push(`${name} was not read: ${status} ${code} ${text.slice(0, 200)}`);
          }
          if (status !== 200) continue;
          for (const { mark, what, readBy } of data.marks) {
            if (!text.includes(mark)) continue;
            seen.add(what);
            // Who makes a call knows what it sent.
            if (url.includes(encodeURIComponent(mark)) || caller.email === mark) continue;
            const mayRead = readBy.some(
              (call) => refusalFor(endpoints[call], { ...caller, isFresh: true } as AccessCaller) === null,
            );
            const isOpen = caller.kind !== 'visitor' && mayRead;
            if (!isOpen) leaks.push(`${name} shows ${what} to ${caller.name}`);
          }
        }
      }
    }
    expect([...new Set(leaks)]).toEqual([]);
    // Each datum is somewhere: a mark that no answer holds finds nothing.
    expect(data.marks.map(({ what }) => what).filter((what) => !seen.has(what))).toEqual([]);
  });
});
