import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languagePrefixes, languages, languageTags } from '../../contract/languages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { createOgImages } from './og-image.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

/** Reads the answer to its end: a connection that is not would hold up the stop. */
async function get(path: string, headers: Record<string, string> = {}) {
  const response = await store.raw(path, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, header: (name: string) => response.headers.get(name), body, text: body.toString() };
}

const pages = ['home', 'about', 'contact', 'terms', 'privacy', 'refunds'];

describe('for search engines', () => {
  test('S-20: robots.txt allows the pages, not the calls, the admin and what is private, in every language', async () => {
    const { header, text } = await get('/robots.txt');
    expect(header('content-type')).toBe('text/plain; charset=utf-8');
    const lines = text.split('\n');
    expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /']);
    for (const path of ['/api', '/admin', '/success', '/client', '/pt/success', '/pt/client'])
      expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).toContain(`Sitemap: ${store.url}/sitemap.xml`);
  });

  test('D-27: the sitemap lists every public page with its twin, and no private one (S-20)', async () => {
    const { header, text } = await get('/sitemap.xml');
    expect(header('content-type')).toMatch(/xml/);
    const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address?.slice(store.url.length));
    expect(listed).toEqual(
      ['', ...pages.slice(1)].flatMap((page) =>
        languages.map((lang) => languagePrefixes[lang] + (page && `/${page}`) || '/'),
      ),
    );
    for (const url of text.match(/<url>.*?<\/url>/g) ?? [])
      expect([...url.matchAll(/hreflang="([^"]+)"/g)].map(([, code]) => code)).toEqual([
        ...Object.values(languageTags),
        'x-default',
      ]);
    expect(text).toContain(`hreflang="pt-BR" href="${store.url}/pt/about"`);
    expect(text).not.toMatch(/success|client|admin|checkout/);
  });
});

describe('the pictures of a link', () => {
  test.each(pages.flatMap((page) => [`${page}.en`, `${page}.pt`]))('%s is 1200 by 630', async (name) => {
    const { status, header, body: png } = await get(`/og/${name}.png`);
    expect([status, header('content-type')]).toEqual([200, 'image/png']);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(150_000);
  });

  test('are kept for good under the address of their version, and for minutes under any other', async () => {
    const own = await get('/og/home.en.png?v=1');
    expect(own.header('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const query of ['', '?v=2', '?v=1&v=2'])
      expect((await get(`/og/home.en.png${query}`)).header('cache-control')).toBe('public, max-age=300');
    const again = await get('/og/home.en.png?v=1', { 'if-none-match': own.header('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('an unknown name is 404', async () => {
    for (const name of ['home.fr.png', 'checkout.en.png', 'home.en.jpg', 'constructor.en.png', 'home.png', '..%2fhome'])
      expect((await get(`/og/${name}`)).status, name).toBe(404);
  });

  test('are drawn once per version, and again when the prices change', async () => {
    let version = 1;
    let profile = defaultStoreProfile;
    const images = createOgImages({ publicUrl: store.url, profile: async () => ({ profile, version }) });
    const [first, same, other] = await Promise.all(['home.en.png', 'home.en.png', 'home.pt.png'].map(images.find));
    expect(same?.png).toBe(first?.png);
    expect(other?.png.equals(first?.png ?? Buffer.alloc(0))).toBe(false);
    version = 2;
    profile = { ...profile, prices: { ...profile.prices, unitPriceMicros: 12_000 } };
    const next = await images.find('home.en.png');
    expect(next?.version).toBe(2);
    expect(next?.png.equals(first?.png ?? Buffer.alloc(0))).toBe(false);
  });
});
