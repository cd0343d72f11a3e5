// Who may call what, computed from the contract: call x role or scope x age of the proof x fields of the answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowed, roles } from '../../contract/account-rules.ts';
import { type Endpoint, mayStepUp } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/index.ts';
import { type AccessCaller, accessCallers, refusalFor } from '../../tests/support/access-callers.ts';
import { type MarkedData, markedData, markedStore, type Use } from '../../tests/support/marked-data.ts';
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
const atOnce = 8;
/** A busy machine is no failure; alone the walks take seconds. */
const walkMs = 180_000;
/** An old proof reads no more than a new one. */
const isReader = (caller: AccessCaller) => caller.kind !== 'admin' || caller.isFresh;
/** They end the session of the test. */
const ofTheSession = ['logout', 'endSession', 'endOtherSessions'];

/** Past the network: thousands of calls are made. */
async function send({ token }: AccessCaller, method: string, path: string, body?: unknown) {
  const { statusCode, headers, payload } = await store.app.server.inject({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: path,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const json = String(headers['content-type']).includes('json') ? JSON.parse(payload) : {};
  return { status: statusCode, text: payload, code: json.code as string | undefined, message: json.message as string };
}

const rowsOf = async (query: string) => (await store.db.database.pool.query(query)).rows;
const gateOf = (code: string | undefined) => (code !== undefined && refusals.has(code) ? code : null);

describe('the fields of each answer', () => {
  test(
    'D-36, S-2: hold no datum that the caller could not read by the call that is for it',
    async () => {
      const readers = callers.filter(isReader);
      const seen = new Set<string>();
      const wrong: string[] = [];
      const read = async (name: EndpointName, use: Use, caller: AccessCaller) => {
        const { method, path } = endpoints[name];
        const url = path.replace(/\{(\w+)\}/g, (_, field: string) =>
          encodeURIComponent(use.params?.[field] ?? data.orderId),
        );
        const { status, text, code } = await send(caller, method, `${url}${use.query ?? ''}`, use.body);
        const expected = refusalFor(endpoints[name], caller);
        if (gateOf(code) !== expected) wrong.push(`${name} by ${caller.name}: ${status} ${code}, not ${expected}`);
        const isOwner = caller.kind === 'admin' && caller.role === 'owner';
        if (isOwner && status !== 200) wrong.push(`${name} was not read: ${status} ${text.slice(0, 200)}`);
        if (status !== 200) return;
        for (const { mark, what, readBy } of data.marks.filter((one) => text.includes(one.mark))) {
          seen.add(what);
          // Who makes a call knows what it sent.
          const isOwn = url.includes(encodeURIComponent(mark)) || ('email' in caller && caller.email.includes(mark));
          const mayRead =
            caller.kind !== 'visitor' && readBy.some((call) => refusalFor(endpoints[call], caller) === null);
          if (!isOwn && !mayRead) wrong.push(`${name} shows ${what} to ${caller.name}`);
        }
      };
      for (const [name, { method }] of calls) {
        for (const use of data.uses(name, method)) await Promise.all(readers.map((caller) => read(name, use, caller)));
      }
      expect([...new Set(wrong)].sort()).toEqual([]);
      // A mark that no answer holds would find nothing.
      const hidden = data.marks.filter(({ readBy, what }) => readBy.length > 0 && !seen.has(what));
      expect(hidden.map(({ what }) => what)).toEqual([]);
    },
    walkMs,
  );
});

describe('D-30, D-36: each call, made by each kind of caller', () => {
  test(
    'is refused or let through as the contract declares, and a refused one changes nothing',
    async () => {
      const actsBefore = await rowsOf('select count(*) from audit_log');
      const wrong: string[] = [];
      const all = callers.flatMap((caller) => guarded.map(([name, declared]) => ({ caller, name, declared })));
      const make = async ({ caller, name, declared }: (typeof all)[number]) => {
        const expected = refusalFor(declared, caller);
        const { method, path } = declared;
        // A body that no call takes: nothing changes where the call is allowed.
        const body = method === 'GET' ? undefined : [];
        const { code, status, message } = await send(caller, method, path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA'), body);
        const isClear =
          expected !== 'no_role' || /(an owner|role (Manager|Support) or a higher one).*\.$/.test(message);
        if (gateOf(code) === expected && isClear) return;
        wrong.push(`${name} by ${caller.name}: ${status} ${code} (${message}), not ${expected}`);
      };
      const walk = async (isRefused: boolean) => {
        const some = all.filter(({ caller, name, declared }) => {
          if (refusalFor(declared, caller) !== null) return isRefused;
          // What the readers may read, the walk over the fields reads.
          const isRead = isReader(caller) && data.uses(name, declared.method).length > 0;
          return !isRefused && !isRead && !ofTheSession.includes(name);
        });
        for (let at = 0; at < some.length; at += atOnce) await Promise.all(some.slice(at, at + atOnce).map(make));
      };
      await walk(true);
      expect(await rowsOf('select count(*) from audit_log')).toEqual(actsBefore);
      await walk(false);
      expect(wrong).toEqual([]);
    },
    walkMs,
  );

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
    const cases: Partial<Record<EndpointName, Use[]>> = {
      changeOrder: [
        { params: order, body: { status: 'Processing' } },
        { params: paid, body: { customer_email: 'thief@example.com' } },
      ],
      deleteOrder: [{ params: paid }],
      confirmPayment: [{ params: order, body: { manual: true, note: 'paid in cash' } }],
      decideTransfer: [
        {
          params: order,
          body: { day: '2026-03-01', amount: 1, currency: 'USD', text: '', repeat: 0, decision: 'accepted' },
        },
      ],
      changeOrderStatus: [{ params: order, body: { status: 'Completed', confirm: true } }],
      saveStoreSettings: [{ body: { version: settings.version, settings: { ...settings.settings, prices, claims } } }],
      savePaymentMethod: [
        {
          params: { method: 'stripe' },
          body: { is_on: true, titles: {}, minimum: null, maximum: null, hidden_countries: [] },
        },
      ],
      tryProvider: [{ body: { action: 'add', service: '1', link: orderBody().post_links[0], quantity: 100 } }],
    };
    const sometimes = guarded.filter(([, declared]) => mayStepUp(declared) && declared.stepUp !== true);
    expect(Object.keys(cases).sort()).toEqual(sometimes.map(([name]) => name).sort());
    const stale = callers.filter((one) => one.kind === 'admin' && !one.isFresh);
    for (const [name, declared] of sometimes) {
      for (const caller of stale.filter((one) => refusalFor(declared, one) === null)) {
        for (const { params = {}, body } of cases[name] ?? []) {
          const path = declared.path.replace(/\{(\w+)\}/g, (_, field: string) => params[field] ?? '');
          expect((await send(caller, declared.method, path, body)).code, `${name} by ${caller.name}`).toBe('step_up');
        }
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
