// The built store with a collector of traces: what was under way is sent before it stops.
import { expect, test } from 'vitest';
import { startCollector } from '../support/collector.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/process.ts';

test('a stop sends what was traced until then', async () => {
  const collector = await startCollector();
  const store = await startProcess({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  try {
    await fetch(`${store.url}/api/orders/AAAAAAAAAAAA`);
    expect(await store.stop()).toBe(0);
    const names = collector.spans.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GET /api/orders/:id', 'select orders']));
  } finally {
    await store.close();
    await collector.close();
  }
});

test('a collector that is away neither hinders the start nor makes the stop fail', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const store = await startProcess({ env });
  try {
    expect((await fetch(store.url)).status).toBe(200);
    expect(await store.stop()).toBe(0);
  } finally {
    await store.close();
  }
});
