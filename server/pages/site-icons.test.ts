import { afterAll, beforeAll, expect, test } from 'vitest';
import { brandColors } from '../../contract/brand-mark.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await store.raw(path, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, header: (name: string) => response.headers.get(name), body };
}

test.each([
  ['/icon-32.png', 32],
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
])('%s is a PNG of %i pixels that clients keep for a week', async (path, sizePx) => {
  const { status, header, body } = await get(path);
  expect([status, header('content-type')]).toEqual([200, 'image/png']);
  expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([sizePx, sizePx]);
  expect(header('cache-control')).toBe('public, max-age=604800');
  expect((await get(path, { 'if-none-match': header('etag') ?? '' })).status).toBe(304);
});

test('the favicon is an SVG that follows the theme, and an ICO for clients that know no SVG', async () => {
  const svg = await get('/favicon.svg');
  expect([svg.status, svg.header('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(svg.body.toString()).toContain('prefers-color-scheme:dark');
  const ico = await get('/favicon.ico');
  expect([ico.status, ico.header('content-type')]).toEqual([200, 'image/x-icon']);
  expect(ico.body.readUInt16LE(2)).toBe(1);
});

test.each([
  ['/site.webmanifest', { name: 'Applaud', start_url: '/', display: 'browser' }],
  ['/admin.webmanifest', { name: 'Applaud admin', start_url: '/admin', scope: '/admin', display: 'standalone' }],
])('%s has the name of the store, and every icon that it names is served', async (path, app) => {
  const { status, header, body } = await get(path);
  expect([status, header('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
  const manifest = JSON.parse(body.toString());
  expect(manifest).toMatchObject({ ...app, theme_color: brandColors.light.ground });
  for (const { src, type } of manifest.icons) expect((await get(src)).header('content-type'), src).toContain(type);
});
