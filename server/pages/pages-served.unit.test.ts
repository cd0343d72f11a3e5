// How pages are kept once they are rendered, and how they and their files are sent.
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { smallBuild } from '../../tests/support/small-build.ts';
import { encodingFor } from './pages.routes.ts';

const { distDirOf, pagesWith, served } = smallBuild();

describe('keeping rendered pages', () => {
  it('renders a page once per version of the settings', async () => {
    let version = 1;
    let name = 'First';
    const pages = await pagesWith({ profile: async () => ({ profile: { ...defaultStoreProfile, name }, version }) });
    const first = await pages.render('/');
    expect(await pages.render('/')).toBe(first);
    name = 'Second';
    version = 2;
    const second = await pages.render('/');
    expect(second.html.toString()).toContain('Second');
    expect(second.etag).not.toBe(first.etag);
  });

  it('a request that read the version before keeps no page for the next one', async () => {
    let version = 0;
    const waiting: (() => void)[] = [];
    const pages = await pagesWith({
      profile: async () => {
        version = Math.min(version + 1, 2);
        return { profile: { ...defaultStoreProfile, name: `Version ${version}` }, version };
      },
      // Both requests wait for the same answer, and go on one after the other.
      speeds: () => new Promise((resolve) => waiting.push(() => resolve({}))),
    });
    const both = [pages.render('/'), pages.render('/')];
    await expect.poll(() => waiting.length).toBe(2);
    for (const go of waiting) go();
    const [first, second] = await Promise.all(both);
    expect(first?.html.toString()).toContain('Version 1');
    expect(second?.html.toString()).toContain('Version 2');
  });

  it('D-27: a page is kept once per language', async () => {
    const pages = await pagesWith();
    const [english, portuguese] = [await pages.render('/about'), await pages.render('/pt/about')];
    expect(portuguese).not.toBe(english);
    expect(await pages.render('/pt/about/')).toBe(portuguese);
    expect(await pages.render('/about')).toBe(english);
  });

  it('unknown paths share three entries a language, whatever is asked', async () => {
    const pages = await pagesWith();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => pages.render(`/nowhere-${n}`, 1)));
    expect(new Set(answers).size).toBe(1);
    const portuguese = await Promise.all(Array.from({ length: 50 }, (_, n) => pages.render(`/pt/nowhere-${n}`, 1)));
    expect(new Set([...answers, ...portuguese]).size).toBe(2);
  });

  it('a page that could not be rendered is tried again', async () => {
    let name = 'broken';
    const pages = await pagesWith({ profile: async () => ({ profile: { ...defaultStoreProfile, name }, version: 1 }) });
    await expect(pages.render('/')).rejects.toThrow('cannot render');
    name = 'mended';
    expect((await pages.render('/')).status).toBe(200);
  });

  it('says what is missing when there is no build', async () => {
    await expect(pagesWith({ distDir: join(distDirOf(), 'nowhere') })).rejects.toThrow(/manifest\.json/);
  });
});

describe('serving', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', 'identity'],
    ['', 'identity'],
  ] as const)('an Accept-Encoding of %j gets %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });

  it('sends the same page in each encoding', async () => {
    const get = await served();
    const plain = await get('/');
    const br = await get('/', { 'accept-encoding': 'br' });
    const gz = await get('/', { 'accept-encoding': 'gzip' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body);
    expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(plain.headers.vary).toBe('accept-encoding');
  });

  it('answers 304 to a page that is known, and again 200 to one that is not', async () => {
    const get = await served();
    const { headers } = await get('/');
    const known = await get('/', { 'if-none-match': `W/"x", ${headers.etag}` });
    expect(known.statusCode).toBe(304);
    expect(known.body).toBe('');
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await get('/success', { 'if-none-match': '*' })).statusCode).toBe(200);
  });

  it('ROUTE-11: a path without page is a page with status 404', async () => {
    const get = await served();
    const answer = await get('/nowhere?x=1');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<p>not-found1 en ');
  });

  it('RES-10: a query changes nothing about which page it is', async () => {
    const get = await served();
    expect((await get('/success?orderId=A')).statusCode).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const get = await served();
    const answer = await get('/', {}, 'HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });

  it.each(['/api', '/api/nowhere', '/ws', '/assets/nowhere.js'])('%s is never a page', async (path) => {
    const get = await served();
    const answer = await get(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: 'Not found.' });
  });

  it('serves hashed files for ever, compressed ahead', async () => {
    const get = await served();
    const plain = await get('/assets/shop-1.js');
    expect(plain.body).toBe('let plain;');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    const br = await get('/assets/shop-1.js', { 'accept-encoding': 'br' });
    expect(br.headers['content-encoding']).toBe('br');
    for (const { headers } of [plain, br]) expect(headers.vary).toBe('accept-encoding');
    expect(br.body).toBe('compressed');
    expect(br.headers['content-type']).toMatch(/javascript/);
  });

  it('CHK-13: serves the typeface to the frames of a gateway, which have another origin', async () => {
    const get = await served();
    expect((await get('/assets/font-1.woff2')).headers['access-control-allow-origin']).toBe('*');
    expect((await get('/assets/shop-1.js')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('serves the service worker of the admin under one path, to be compared at each visit', async () => {
    const get = await served();
    const { body, headers } = await get('/admin-sw.js');
    expect(body).toBe('let worker;');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect((await get('/admin-sw.js', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('files outside of the assets are out of reach', async () => {
    const get = await served();
    for (const path of ['/assets/../manifest.json', '/assets/%2e%2e/manifest.json', '/assets/..%2fmanifest.json']) {
      expect((await get(path)).body).not.toContain('entry-shop');
    }
  });
});
