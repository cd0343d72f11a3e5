import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors } from '../../contract/errors.ts';
import { endpoints } from '../../contract/index.ts';
import { orderBody, placeOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { version } from '../platform/project-root.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const all = Object.entries(endpoints).map(([name, endpoint]) => ({ name, ...endpoint }));
const filled = (path: string) => path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA');
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function forged(alg: string, key: string | null): string {
  const claims = {
    email: 'x@example.com',
    role: 'admin',
    ip: '',
    loginTime: '',
    iat: 1,
    exp: 9_999_999_999,
    jti: '00000000-0000-4000-8000-000000000000',
  };
  const head = `${base64({ alg, typ: 'JWT' })}.${base64(claims)}`;
  return `${head}.${key === null ? '' : createHmac('sha256', key).update(head).digest('base64url')}`;
}

describe('every call', () => {
  test.each(all.filter(({ access }) => access === 'admin').map(({ method, path }) => [method, path]))(
    'S-10, AUTH-4: %s %s refuses a stranger, a malformed, a forged, an unsigned and a rowless token',
    async (method, path) => {
      const tokens = [
        'nonsense',
        'a.b.c',
        forged('HS256', 'another key'),
        forged('none', null),
        forged('HS256', 'tests only: a secret of at least 32 bytes'),
      ];
      for (const token of [null, ...tokens]) {
        const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
        const response = await store.raw(filled(path), { method, headers });
        expect(response.status, token ?? 'none').toBe(401);
        expect(await response.json()).toEqual({ message: expect.any(String), code: 'unauthorized' });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  test.each(all.filter(({ access }) => access === 'either').map(({ method, path }) => [method, path]))(
    '%s %s, open to both, refuses a bad token instead of taking it for a stranger',
    async (method, path) => {
      const response = await store.raw(filled(path), { method, headers: { authorization: 'Bearer a.b.c' } });
      expect(response.status).toBe(401);
    },
  );

  test.each([...new Set(all.map(({ path }) => path))])(
    '%s answers a method it does not have with 405 and says which it has',
    async (path) => {
      const methods = all.filter((endpoint) => endpoint.path === path).map(({ method }) => method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one))) {
        const response = await store.raw(filled(path), { method });
        expect(response.status, method).toBe(405);
        expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
      }
    },
  );

  test('every refusal has a status and a sentence', () => {
    for (const [code, { status, message }] of Object.entries(errors)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(message, code).toMatch(/\S/);
    }
  });
});

describe('bad input', () => {
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    store.raw('/api/create-order', { method: 'POST', body, headers });

  test.each([
    ['invalid JSON', '{"email":', undefined, 400],
    ['an array', '[]', undefined, 400],
    ['a text', '"x"', undefined, 400],
    ['null', 'null', undefined, 400],
    ['nothing', '', undefined, 400],
    ['a prototype', '{"__proto__":{"x":1}}', undefined, 400],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415],
    ['over 32 kB', JSON.stringify({ email: 'x'.repeat(33_000) }), undefined, 413],
  ])('%s as a body is answered with a sentence', async (_name, body, headers, status) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\.$/) });
  });

  test.each(['gzip', 'deflate', 'br'])('a body compressed by %s is refused before it is read', async (encoding) => {
    const body = gzipSync(JSON.stringify(orderBody()));
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await store.raw('/api/create-order', { method: 'POST', body, headers });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      code: 'unsupported_media_type',
      message: 'Send the body uncompressed.',
    });
  });

  test('a body just below 32 kB is read', async () => {
    const response = await post(JSON.stringify({ ...orderBody(), padding: 'x'.repeat(31_000) }));
    expect(response.status).toBe(200);
  });

  test('an unknown call is 404 in JSON, and so is an address that cannot be read', async () => {
    for (const path of ['/api/nothing', '/api/orders/%E0%A4%A', '/api/orders/by-email/%ff']) {
      const response = await store.raw(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/json/);
      expect(await response.json()).toEqual({ message: expect.stringMatching(/\.$/), code: expect.any(String) });
    }
  });

  test.each([
    'from=0000-01-01',
    `cursor=${Buffer.from('+275760-09-13T00:00:00.000Z AAAAAAAAAAAA').toString('base64url')}`,
  ])('a time that no calendar has is refused: %s', async (query) => {
    const response = await store.raw(`/api/orders?${query}`, {
      headers: { authorization: `Bearer ${store.adminToken}` },
    });
    expect(response.status).toBe(400);
  });

  test('text with a zero byte, which no database takes, is refused and not an error of ours', async () => {
    const { status } = await store.visitor.ask('POST /api/create-order', {
      body: orderBody({ email: 'a\u0000@example.com' }),
    });
    expect(status).toBe(400);
    const found = await store.raw('/api/orders/by-email/%00%40x.y');
    expect(found.status).toBeLessThan(500);
  });
});

describe('limits', () => {
  test('S-1, D-23: ten unpaid orders in ten minutes, then 429 with Retry-After; later again', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
    try {
      for (let n = 0; n < 10; n += 1) await placeOrder(strict);
      const refused = await strict.visitor.ask('POST /api/create-order', { body: orderBody() });
      expect(refused).toMatchObject({ status: 429, body: { message: expect.any(String) } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      strict.advance(601_000);
      await placeOrder(strict);
    } finally {
      await strict.stop();
    }
  });

  test('S-1: sixty orders at once are counted like one after the other', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
    try {
      const createOrder = () => strict.visitor.ask('POST /api/create-order', { body: orderBody() });
      const statuses = (await Promise.all(Array.from({ length: 60 }, createOrder))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    } finally {
      await strict.stop();
    }
  });

  test('a stop waits for what is under way and for nothing else', async () => {
    const other = await startStore();
    const order = await placeOrder(other);
    await other.control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 1_000 });
    const body = { orderId: order.id, amount: order.amount, email: order.email, postUrls: order.postLinks };
    const opening = other.visitor.ask('POST /api/bigpay/init-session', { body });
    // The gateway is this process too: the call has to be there before its door closes.
    await expect.poll(async () => (await other.control('/gateway')).rules).toEqual([]);
    const stopped = other.stop();
    expect((await opening).status).toBe(200);
    await stopped;
  }, 15_000);

  test('S-7: ten searches in ten minutes from one address', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
    try {
      const search = () =>
        strict.visitor.ask('GET /api/orders/by-email/{email}', { params: { email: 'a@example.com' } });
      const statuses = [];
      for (let n = 0; n < 11; n += 1) statuses.push((await search()).status);
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
      strict.advance(601_000);
      expect((await search()).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('the process', () => {
  test('the version of package.json is in health checks, the admin and the API document', async () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect((await store.admin.call('GET /api/admin/system', {})).version).toBe(version);
    expect(await (await store.raw('/api/openapi.json')).json()).toMatchObject({ info: { version } });
  });

  test('/healthz and /readyz answer, the API carries its headers', async () => {
    expect(await (await store.raw('/healthz')).json()).toEqual({ status: 'ok', version });
    const ready = await store.raw('/readyz');
    expect(await ready.json()).toEqual({ status: 'ready', jobs: 'off' });
    const response = await store.raw('/api/orders/AAAAAAAAAAAA');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  test('X-Forwarded-For is believed only behind a proxy that is named', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '1' });
    try {
      const confirm = (ip: string) =>
        strict.raw('/api/orders/AAAAAAAAAAAA/confirm-payment', { method: 'POST', headers: { 'x-forwarded-for': ip } });
      expect((await confirm('203.0.113.1')).status).toBe(404);
      expect((await confirm('203.0.113.1')).status).toBe(429);
      expect((await confirm('203.0.113.2')).status).toBe(404);
    } finally {
      await strict.stop();
    }
  });

  test('a request that never ends its head does not hold the server', async () => {
    const socket = connect(Number(new URL(store.url).port), '127.0.0.1');
    socket.write('POST /api/create-order HTTP/1.1\r\nhost: x\r\n');
    expect((await store.raw('/healthz')).status).toBe(200);
    socket.destroy();
  });
});
