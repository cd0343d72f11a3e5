import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../../tests/support/free-port.ts';
import { openSession, orderBody, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { version } from '../../platform/project-root.ts';
import type { Log } from '../log.ts';
import { listenForMetrics } from './metrics.routes.ts';

const token = 'a token of at least sixteen';
const buyer = 'metrics@buyer.example';
const lines: string[] = [];
const keep = (level: string) => (fields: object, message: string) =>
  void lines.push(JSON.stringify({ level, message, ...fields }));
const log: Log = {
  debug: keep('debug'),
  info: keep('info'),
  warn: keep('warn'),
  error: keep('error'),
  child: () => log,
};

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ METRICS_TOKEN: token }, null, log);
});
afterAll(() => store.stop());

const read = (authorization = `Bearer ${token}`) => store.raw('/metrics', { headers: { authorization } });
const exported = async () => (await read()).text();
const readingOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  );

test('the version is a label of applaud_build_info', async () => {
  expect(readingOf(await exported(), `applaud_build_info{version="${version}"}`)).toBe(1);
});

describe('who may read', () => {
  test.each([
    ['nobody', ''],
    ['a wrong bearer', 'Bearer a token of at least sixteem'],
  ])('to %s the address does not exist', async (_who, authorization) => {
    expect((await read(authorization)).status).toBe(404);
  });

  test('without a token or a port there is nothing, also for a bearer', async () => {
    const plain = await startStore();
    try {
      expect(plain.app.readMetrics).toBeNull();
      expect((await plain.raw('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
    } finally {
      await plain.stop();
    }
  });

  test('a port of its own listens on this machine only, and asks for the token where there is one', async () => {
    const port = await freePort();
    const readAll = async () => ({ contentType: 'text/plain', text: 'up 1\n' });
    const own = await listenForMetrics(readAll, { port, token });
    try {
      const read = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
      expect((await read('/metrics')).status).toBe(404);
      const bearer = { headers: { authorization: `Bearer ${token}` } };
      expect(await (await read('/metrics', bearer)).text()).toBe('up 1\n');
      expect((await read('/', bearer)).status).toBe(404);
    } finally {
      await own.close();
    }
  });
});

describe('exposed metrics', () => {
  test('a paid order is seen in requests, queries, the gateway, jobs and the roll-ups', async () => {
    const before = await exported();
    await paidOrder(store, { email: buyer });
    await store.raw('/no-such-page');
    await store.drain();
    const after = await exported();
    const grown = (series: string) => readingOf(after, series) - (readingOf(before, series) || 0);
    const created = 'applaud_http_request_duration_seconds_count{method="POST",route="/api/create-order",status="200"}';
    expect(grown(created)).toBe(1);
    expect(grown('applaud_orders_placed')).toBe(1);
    expect(grown('applaud_orders_paid')).toBe(1);
    expect(grown('applaud_revenue_dollars')).toBeGreaterThan(0);
    expect(grown('applaud_database_query_duration_seconds_count{outcome="ok"}')).toBeGreaterThan(5);
    expect(
      grown('applaud_gateway_request_duration_seconds_count{gateway="mpgs",operation="openSession",outcome="ok"}'),
    ).toBe(1);
    expect(after).toMatch(/^applaud_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} /m);
    expect(readingOf(after, 'applaud_database_up')).toBe(1);
  });

  test('a gateway that does not answer is counted by operation and kind of failure', async () => {
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    await expect(openSession(store, await placeOrder(store))).rejects.toThrow();
    const lost =
      'applaud_gateway_request_duration_seconds_count{gateway="mpgs",operation="openSession",outcome="unknown"}';
    expect(readingOf(await exported(), lost)).toBe(1);
  });

  test('no label and no value names a person, an order or a link', async () => {
    const body = orderBody({ email: buyer });
    const { orderId } = await store.visitor.call('POST /api/create-order', { body });
    await store.visitor.ask('GET /api/orders/by-email/{email}', { params: { email: buyer } });
    await store.raw(`/api/orders/${orderId}?email=${buyer}`);
    const text = await exported();
    for (const personal of [buyer, 'buyer.example', orderId, body.post_links[0] ?? '', '127.0.0.1']) {
      expect(text).not.toContain(personal);
    }
  });

  test('a database that does not answer takes its figures out, and the rest stays', async () => {
    const { createMetrics } = await import('./metrics.ts');
    let away = false;
    const { collectMetrics } = await import('../../store-module.ts');
    const { modules } = await import('../../modules.ts');
    const figures = { applaud_jobs: { due: 3 }, applaud_orders: { paid: 2 }, applaud_revenue_dollars: 1.5 };
    const metrics = createMetrics({
      isDatabaseWritable: () => true,
      pool: store.db.database.pool,
      poolSize: 10,
      liveConnections: () => 4,
      queue: () => ({ state: 'running', restarts: 5 }),
      ofModules: collectMetrics(modules),
      figures: async () => {
        if (away) throw new Error('away');
        return figures;
      },
    });
    const { text } = await metrics.read();
    expect(readingOf(text, 'applaud_orders{status="paid"}')).toBe(2);
    expect(readingOf(text, 'applaud_revenue_dollars')).toBe(1.5);
    expect(readingOf(text, 'applaud_jobs_running')).toBe(1);
    expect(readingOf(text, 'applaud_jobs_restarts_total')).toBe(5);
    away = true;
    const { text: later } = await metrics.read();
    expect(readingOf(later, 'applaud_database_up')).toBe(0);
    expect(readingOf(later, 'applaud_live_connections')).toBe(4);
    expect(later).not.toMatch(/^applaud_(orders|jobs|revenue_dollars)[{ ]/m);
  });
});

describe('what is made for it', () => {
  test('every metric that the dashboard and the alert rules name is exported', async () => {
    const names = new Set(
      [...(await exported()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const dashboard = JSON.parse(await readFile('deploy/grafana/dashboard.json', 'utf8'));
    const rules = parse(await readFile('deploy/prometheus/alerts.yml', 'utf8'));
    type Panel = { targets?: { expr: string }[] };
    const shown: string[] = dashboard.panels.flatMap(({ targets = [] }: Panel) => targets.map(({ expr }) => expr));
    const watched: string[] = rules.groups[0].rules.map(({ expr }: { expr: string }) => expr);
    expect(shown.length).toBeGreaterThan(20);
    expect(watched.length).toBeGreaterThan(8);
    const named = [...shown, ...watched].flatMap((expr) => expr.match(/\b(applaud|process|nodejs)_\w+/g) ?? ['none']);
    expect(named.filter((name) => !names.has(name) && name !== 'none')).toEqual([]);
    expect(watched.filter((expr) => !/applaud_|process_|nodejs_|\bup\b/.test(expr))).toEqual([]);
  });
});

describe('ids of requests', () => {
  const idOf = async (given?: string) => {
    const init = given === undefined ? {} : { headers: { 'x-request-id': given } };
    return (await store.raw('/api/orders/AAAAAAAAAAAA', init)).headers.get('x-request-id') ?? '';
  };

  test('one that is given is answered and logged', async () => {
    expect(await idOf('from-the-proxy_01')).toBe('from-the-proxy_01');
    const line = () => lines.find((text) => text.includes('"requestId":"from-the-proxy_01"'));
    await expect.poll(line).toContain('"message":"request"');
  });

  test.each(['short', 'ana@buyer.example', 'two words here', 'x'.repeat(65), '<script>alert(1)'])(
    'instead of %s an own one is used',
    async (given) => {
      expect(await idOf(given)).toMatch(/^[\da-f-]{36}$/);
    },
  );

  test('what the sandbox is asked fills no log', async () => {
    await paidOrder(store);
    const levels = lines
      .map((line) => JSON.parse(line))
      .filter(({ route, status }) => route === 'none' && status < 300)
      .map(({ level }) => level);
    expect([...new Set(levels)]).toEqual(['debug']);
  });

  test('every line about a request carries one, and none says anything of a person', async () => {
    const requests = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'request');
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter(({ requestId }) => !/^[\w-]{8,64}$/.test(requestId))).toEqual([]);
    expect(lines.filter((line) => /buyer\.example|instagram\.com|127\.0\.0\.1/.test(line))).toEqual([]);
  });
});
