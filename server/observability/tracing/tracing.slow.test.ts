import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Collector, type KeptSpan, startCollector } from '../../../tests/support/collector.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { openSession, orderBody, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import type { Log } from '../log.ts';
import { silentLog } from '../log.ts';

const buyer = 'traced@buyer.example';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${caller}-01`;

afterEach(() => void vi.unstubAllEnvs());

type Watched = { store: TestStore; collector: Collector };

/** Whatever `work` does to a store is in the collector when this ends. */
async function traced(work: (store: TestStore) => Promise<void>, env: Record<string, string> = {}): Promise<Collector> {
  const collector = await startCollector();
  const store = await startStore({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
  try {
    await work(store);
  } finally {
    await stopTraced({ store, collector });
  }
  return collector;
}

// The store exports to the collector before it stops, and a request’s end before that: the server waits for its connections.
async function stopTraced({ store, collector }: Watched): Promise<void> {
  await store.stop();
  await store.app.endTraces();
  await collector.close();
}

const named = (spans: KeptSpan[], name: string) => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`No span ${name} among ${[...new Set(spans.map((span) => span.name))].join(', ')}`);
  return found;
};
const list = (store: TestStore) => store.admin.call('GET /api/orders', { query: {} });
const childrenOf = (spans: KeptSpan[], parent: KeptSpan) => spans.filter((span) => span.parentSpanId === parent.spanId);

describe('what is traced', () => {
  test('a request is a span of its caller’s trace, its queries and its calls outside are children of it', async () => {
    const { spans } = await traced(async (store) => {
      const body = JSON.stringify(orderBody({ email: buyer }));
      const headers = { 'content-type': 'application/json', traceparent, 'x-request-id': 'from-the-proxy' };
      expect((await store.raw('/api/create-order', { method: 'POST', headers, body })).status).toBe(200);
      await openSession(store, await placeOrder(store));
    });
    const requestSpans = named(
      spans.filter((span) => span.traceId === traceId),
      'POST /api/create-order',
    );
    expect(requestSpans).toMatchObject({
      parentSpanId: caller,
      kind: 2,
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/create-order',
        'http.response.status_code': 200,
        'applaud.request_id': 'from-the-proxy',
      },
      resource: { 'service.name': 'applaud' },
    });
    const queries = childrenOf(spans, requestSpans);
    expect(queries.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert orders', 'commit']));
    expect(new Set(queries.map((span) => `${span.traceId} ${span.kind}`))).toEqual(new Set([`${traceId} 3`]));
    const paying = childrenOf(spans, named(spans, 'POST /api/bigpay/init-session'));
    expect(named(paying, 'mpgs openSession').attributes['applaud.outcome']).toBe('ok');
    expect(paying.filter((span) => span.attributes['db.system.name'] === 'postgresql').length).toBeGreaterThan(1);
  });

  test('a job is a trace of its own with what it asks, and a failure is seen with its kind', async () => {
    const { spans } = await traced(async (store) => {
      await paidOrder(store);
      await store.drain();
      await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
      await expect(openSession(store, await placeOrder(store))).rejects.toThrow();
      await store.raw('/api/orders/AAAAAAAAAAAA');
    });
    const job = named(spans, 'job dispatch_order');
    expect(job.parentSpanId).toBeUndefined();
    expect(childrenOf(spans, job).length).toBeGreaterThan(0);
    const lost = spans.filter(({ name, failed }) => name === 'mpgs openSession' && failed);
    expect(lost.map(({ attributes }) => attributes['error.type'])).toEqual(['unknown']);
    const failed = spans.filter((span) => span.failed && span.kind === 2);
    expect(failed.map(({ name }) => name)).toEqual(['POST /api/bigpay/init-session']);
    expect(named(spans, 'GET /api/orders/:id').attributes['http.response.status_code']).toBe(404);
  });

  test('many at once keep their queries apart, also those that wait for a connection', async () => {
    const { spans } = await traced(async (store) => {
      await list(store);
      const lists = Array.from({ length: 40 }, () => list(store));
      await Promise.all(lists);
    });
    const requestSpans = spans.filter(({ name }) => name === 'GET /api/orders');
    expect(requestSpans).toHaveLength(41);
    const lists = requestSpans.map(
      (span) => childrenOf(spans, span).filter(({ name }) => name === 'select orders').length,
    );
    expect(new Set(lists)).toEqual(new Set([1]));
  });

  test('S-7: nothing of a person, no order, no address and no value is sent', async () => {
    const secrets: string[] = [];
    const { bodies, spans } = await traced(async (store) => {
      const order = await paidOrder(store, { email: buyer });
      secrets.push(order.id, ...order.postLinks);
      await store.raw(`/api/orders/${order.id}?email=${buyer}`);
      await store.visitor.ask('GET /api/orders/by-email/{email}', { params: { email: buyer } });
      await store.admin.call('GET /api/orders', { query: { search: buyer } });
      await store.drain();
    });
    expect(spans.length).toBeGreaterThan(50);
    const sent = bodies.join('\n');
    for (const personal of [buyer, 'buyer.example', '127.0.0.1', 'instagram', ...secrets]) {
      expect(sent).not.toContain(personal);
    }
    const keys = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].sort()).toEqual([
      ...['applaud.job', 'applaud.operation', 'applaud.outcome', 'applaud.party', 'applaud.request_id'],
      ...['db.collection.name', 'db.operation.name', 'db.system.name'],
      ...['http.request.method', 'http.response.status_code', 'http.route'],
    ]);
  });

  test('the sampler decides, a caller who does not sample is followed, and probes are left out', async () => {
    const { spans } = await traced(async (store) => {
      await store.raw('/readyz');
      await store.raw('/api/about', { headers: { traceparent: `00-${traceId}-${caller}-00` } });
      await store.raw('/nowhere', { headers: { traceparent } });
    });
    expect(spans.map(({ name }) => name)).not.toContain('GET /readyz');
    expect(spans.filter((span) => span.parentSpanId === caller).map(({ name }) => name)).toEqual(['GET']);
    const silent = await traced((store) => placeOrder(store).then(() => {}), { OTEL_TRACES_SAMPLER: 'always_off' });
    expect(silent.bodies).toEqual([]);
  });

  test('headers and names of the environment go with it', async () => {
    const collector = await traced((store) => placeOrder(store).then(() => {}), {
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret',
      OTEL_SERVICE_NAME: 'my-shop',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    expect(collector.headers()).toMatchObject({ 'api-key': 'secret', 'content-type': 'application/json' });
    const resource = { 'service.name': 'my-shop', 'deployment.environment.name': 'test' };
    expect(collector.spans[0]?.resource).toMatchObject(resource);
  });
});

test('a collector that is away hinders neither requests nor the stop, and the log says so once', async () => {
  // How long it tries again is read by the exporter itself.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '500');
  const logLines: string[] = [];
  const log: Log = { ...silentLog, warn: (_fields, message) => void logLines.push(message) };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const store = await startStore(endpoint, null, log);
  await Promise.all(Array.from({ length: 30 }, () => placeOrder(store)));
  await store.drain();
  await store.stop();
  await store.app.endTraces();
  await expect.poll(() => logLines).toContain('traces could not be sent');
  expect(logLines.filter((message) => message === 'traces could not be sent')).toHaveLength(1);
});
