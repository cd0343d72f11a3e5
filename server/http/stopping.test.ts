// A whole store while it stops: an open page that answers nothing holds the stop for a second.
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;

afterEach(() => store.stop());

test('every call and page is refused with 503 in the shapes of the contract, and the sandbox still answers', async () => {
  store = await startStore();
  const page = new WebSocket(`${store.url.replace('http', 'ws')}/ws`);
  await new Promise((resolve) => page.once('open', resolve));
  page.pause();
  const closed = store.app.close();
  await expect.poll(async () => (await store.raw('/healthz')).status, { interval: 5 }).toBe(503);
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const message = 'The store is busy. Please try again in a moment.';
  const code = 'unavailable';
  const expected: [string, RequestInit, object][] = [
    ['/api/create-order', post, { status: 'error', message, code }],
    ['/api/bigpay/init-session', post, { error: message, message, code }],
    ['/api/admin/orders', {}, { message, code }],
    ['/api/nowhere', {}, { message, code }],
    ['/readyz', {}, { message, code }],
    ['/', {}, { message, code }],
  ];
  // All at once: the page holds the stop for a second only.
  const [library, ...answers] = await Promise.all([
    store.raw('/sandbox/gateway/static/checkout/checkout.min.js'),
    ...expected.map(([path, init]) => store.raw(path, init)),
  ]);
  for (const [nth, [path, , body]] of expected.entries()) {
    const answer = answers[nth];
    expect(answer?.status, path).toBe(503);
    expect(answer?.headers.get('retry-after'), path).toBe('5');
    expect(answer?.headers.get('connection'), path).toBe('close');
    expect(await answer?.json(), path).toEqual(body);
  }
  expect(library?.status).toBe(200);
  page.terminate();
  await closed;
});
