// What a page is: its document, its status, and what a browser may do with it.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { brandColors } from '../../contract/brand-mark.ts';
import { languages } from '../../contract/languages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { css, homeCss, smallBuild, sourcesOf } from '../../tests/support/small-build.ts';
import { jsonForHtml } from './document.ts';
import { iconPaths } from './site-icons.routes.ts';

const { pagesWith } = smallBuild();

describe('the document', () => {
  it('carries title, description, canonical address, style, scripts and the rendered page', async () => {
    const html = (await (await pagesWith()).render('/checkout')).html.toString();
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain('<title>Applaud &lt;checkout&gt;</title>');
    expect(html).toContain('<meta name="description" content="&quot;d&quot;">');
    expect(html).toContain('<link rel="canonical" href="https://shop.example/checkout">');
    expect(html).toContain(`<style>${css}</style>`);
    // It starts what it needs of the script that the other pages share.
    expect(html.match(/<script type="module" src="[^"]*"/g)).toEqual([
      '<script type="module" src="/assets/checkout-1.js"',
    ]);
    expect(html).toContain('<link rel="modulepreload" href="/assets/shared-1.js">');
    expect(html).toContain('<div id="root"><p>checkout ');
  });

  it('D-117: preloads the font in the admin alone, because a browser holds the first frame of a page for it', async () => {
    const pages = await pagesWith();
    const preload = '<link rel="preload" href="/assets/font-1.woff2" as="font" type="font/woff2" crossorigin>';
    expect((await pages.render('/admin')).html.toString()).toContain(preload);
    expect((await pages.render('/checkout')).html.toString()).not.toContain('as="font"');
  });

  it('a page without a live part loads only what every page runs', async () => {
    const html = (await (await pagesWith()).render('/terms')).html.toString();
    expect(html.match(/src="[^"]*"/g)).toEqual(['src="/assets/shop-1.js"']);
    expect(html).not.toContain('modulepreload');
  });

  it.each([
    ['/', 'en', 'https://shop.example/'],
    ['/pt', 'pt-BR', 'https://shop.example/pt'],
    ['/pt/', 'pt-BR', 'https://shop.example/pt'],
  ])('D-27: %s says its language, its own address, and where the others are', async (path, lang, address) => {
    const html = (await (await pagesWith()).render(path)).html.toString();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(`<link rel="canonical" href="${address}">`);
    const others = html.match(/<link rel="alternate"[^>]*>/g);
    expect(others).toEqual(
      expect.arrayContaining([
        '<link rel="alternate" hreflang="en" href="https://shop.example/">',
        '<link rel="alternate" hreflang="pt-BR" href="https://shop.example/pt">',
        '<link rel="alternate" hreflang="x-default" href="https://shop.example/">',
      ]),
    );
    expect(others).toHaveLength(languages.length + 1);
  });

  it('S-20, D-27: private pages name no other address', async () => {
    const html = (await (await pagesWith()).render('/pt/success')).html.toString();
    expect(html).not.toMatch(/hreflang|canonical/);
    expect(html).toContain('<html lang="pt-BR">');
  });

  it('D-26: carries no inline script and no style attribute', async () => {
    const pages = await pagesWith();
    for (const path of ['/', '/checkout', '/admin', '/nowhere']) {
      const html = (await pages.render(path)).html.toString();
      expect(html).not.toMatch(/\sstyle=/);
      expect(
        html.match(/<script(?! type="application\/json"|( type="module"| async fetchpriority="high") src="\/assets\/)/),
      ).toBeNull();
    }
  });

  it('names the icons, the manifest and the ground of both themes on every page', async () => {
    const pages = await pagesWith();
    for (const path of ['/', '/pt/about', '/checkout', '/admin']) {
      const { html, headers } = await pages.render(path);
      const text = html.toString();
      const named = [...text.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
      const { svg, appleTouch, manifest, adminManifest } = iconPaths;
      const own = path === '/admin' ? adminManifest : manifest;
      expect(named.map(([, address]) => address)).toEqual([svg, appleTouch, own]);
      const colors = [...text.matchAll(/<meta name="theme-color" content="(#\w+)"/g)].map(([, color]) => color);
      expect(colors).toEqual([brandColors.light.ground, brandColors.dark.ground]);
      expect(headers['content-security-policy']).toContain("manifest-src 'self'");
    }
  });

  it('S-17: what the operator writes cannot end the data block', async () => {
    const name = '</script><script>alert(1)</script><!--';
    const profile = async () => ({ profile: { ...defaultStoreProfile, name }, version: 1 });
    const html = (await (await pagesWith({ profile })).render('/')).html.toString();
    expect(html).not.toContain('<script>alert');
    const [, block] = html.match(/<script type="application\/json" id="page-data">(.*?)<\/script>/) ?? [];
    expect(JSON.parse(block ?? '').store.name).toBe(name);
  });

  it('JSON for HTML reads back as it was', () => {
    const value = { text: '</script><!--\u2028\u2029<b>' };
    expect(jsonForHtml(value)).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(jsonForHtml(value))).toEqual(value);
  });

  it('A-6: on the home page, a script that blocks nothing is requested before the others', async () => {
    const pages = await pagesWith();
    const html = (await pages.render('/pt')).html.toString();
    const [before, after] = html.split('<script async fetchpriority="high" src="/assets/recall-1.js"></script>');
    expect(before).not.toContain('<script');
    expect(after).toContain('<script type="module" src="/assets/home-1.js"></script>');
    expect((await pages.render('/about')).html.toString()).not.toContain('recall');
  });

  it('includes the gateway library in the checkout page only', async () => {
    const pages = await pagesWith();
    expect((await pages.render('/checkout')).html.toString()).toContain(
      '"paymentLibraryUrl":"https://pay.example/lib.js"',
    );
    expect((await pages.render('/')).html.toString()).not.toContain('pay.example');
  });
});

describe('statuses', () => {
  it.each([
    ['ROUTE-1', '/', 200],
    ['ROUTE-2', '/about', 200],
    ['ROUTE-2', '/about/', 200],
    ['ROUTE-6', '/client', 200],
    ['ROUTE-8', '/admin', 200],
    ['ROUTE-10', '/admin/orders/ABC', 200],
    ['ROUTE-11', '/nowhere', 404],
    ['ROUTE-11', '/order/ABC', 404],
    ['ROUTE-11', '/admin/nowhere', 404],
    ['D-27', '/pt', 200],
    ['D-27', '/pt/checkout', 200],
    ['D-27', '/pt/terms/', 200],
    ['A-80', '/privacy', 200],
    ['A-80', '/refunds', 200],
    ['D-27', '/pt/nowhere', 404],
    ['D-27', '/pt/admin', 404],
    ['D-27', '/ptolemy', 404],
    ['D-27', '/pt/pt', 404],
  ])('%s: %s answers %i', async (_, path, status) => {
    expect((await (await pagesWith()).render(path)).status).toBe(status);
  });

  it('NF-1: the 404 message is chosen per answer', async () => {
    const pages = await pagesWith();
    expect((await pages.render('/nowhere', 0)).html.toString()).toContain('<p>not-found0 ');
    expect((await pages.render('/nowhere', 2)).html.toString()).toContain('<p>not-found2 ');
    expect((await pages.render('/pt/nowhere', 2)).html.toString()).toContain('<p>not-found2 pt ');
  });

  const [id, key] = ['K7QX2M9TB4VA', 'A-'.repeat(11)];

  it.each(['/order', `/order/${id}`, `/order/${id}/key`, `/pt/order/${id.toLowerCase()}/${key}`, `/order/ABC/${key}`])(
    'A-48: %s can be no order: the 404 page as specified',
    async (path) => {
      expect((await (await pagesWith()).render(path, 2)).html.toString()).toContain('<p>not-found2 ');
    },
  );

  it.each([`/order/${id}/${key}`, `/pt/order/${id}/${key}`, '/receipt/ABC/key.'])(
    '%s: an order or a receipt that is missing has a message of its own',
    async (path) => {
      expect((await (await pagesWith()).render(path, 2)).html.toString()).toContain('<p>not-foundlink ');
      expect((await (await pagesWith()).render('/orders', 2)).html.toString()).toContain('<p>not-found2 ');
    },
  );

  it('the admin is a shell with its own script and style, not rendered here', async () => {
    const html = (await (await pagesWith()).render('/admin')).html.toString();
    expect(html).toContain('<script type="module" src="/assets/admin-1.js"></script>');
    expect(html).toContain('<link rel="stylesheet" href="/assets/admin-1.css">');
    expect(html).not.toContain('<style>');
  });
});

describe('what the browser may do', () => {
  const policy = async (path: string) =>
    (await (await pagesWith()).render(path)).headers['content-security-policy'] ?? '';

  it('S-17: only its own scripts, and exactly the inlined style', async () => {
    const hash = createHash('sha256').update(css).digest('base64');
    expect(await policy('/about')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; img-src 'self' data:; font-src 'self'; ` +
        "manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it('D-42: the scripts of the admin make no HTML of strings; the public pages load in browsers without this rule', async () => {
    expect(await policy('/admin')).toContain(
      "require-trusted-types-for 'script'; trusted-types email-preview admin-worker",
    );
    expect(await policy('/')).not.toContain('trusted-types');
  });

  it('S-17: a page with a sheet of its own carries and allows that one only', async () => {
    const hash = createHash('sha256').update(homeCss).digest('base64');
    expect(await policy('/pt')).toContain(`style-src 'sha256-${hash}';`);
    const html = (await (await pagesWith()).render('/')).html.toString();
    expect(html).toContain(`<style>${homeCss}</style>`);
    expect(html).not.toContain(css);
  });

  it('D-26: the gateway is allowed on the checkout page and nowhere else', async () => {
    const checkout = await policy('/checkout');
    for (const name of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
      expect(checkout).toMatch(new RegExp(`${name}[^;]*https://pay\\.example`));
    }
    for (const path of ['/', '/success', '/client', '/admin', '/nowhere'])
      expect(await policy(path)).not.toContain('pay.example');
  });

  it('D-26: of a gateway with several addresses each is allowed where it is needed, on the checkout page', async () => {
    const sources = {
      script: ['https://js.pay.example'],
      connect: ['https://api.pay.example'],
      frame: ['https://js.pay.example', 'https://hooks.pay.example'],
      form: [],
      image: ['https://*.pay.example'],
    };
    const pages = await pagesWith({ payment: { libraryUrl: 'https://js.pay.example/lib.js', sources } });
    const policyOf = async (path: string) => (await pages.render(path)).headers['content-security-policy'] ?? '';
    expect((await policyOf('/checkout')).split('; ')).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://js.pay.example",
        "connect-src 'self' https://api.pay.example",
        'frame-src https://js.pay.example https://hooks.pay.example',
        "form-action 'self'",
        "img-src 'self' data: https://*.pay.example",
      ]),
    );
    expect(await policyOf('/')).not.toContain('pay.example');
  });

  it('D-61: the flags of a choice and of transfers are in no page of a store with one card method', async () => {
    const own = await pagesWith();
    for (const path of ['/', '/checkout'])
      expect((await own.render(path)).html.toString()).not.toMatch(/hasMethodChoice|takesTransfers/);
    const several = await pagesWith({ payment: { hasChoice: true, takesTransfers: true } });
    expect((await several.render('/checkout')).html.toString()).toContain('"hasMethodChoice":true');
    expect((await several.render('/')).html.toString()).toContain('"takesTransfers":true');
  });

  it('D-26: a gateway in the store itself is allowed by whatever name the store was opened', async () => {
    const pages = await pagesWith({ payment: { libraryUrl: '/sandbox/lib.js', sources: sourcesOf("'self'") } });
    const checkout = (await pages.render('/checkout')).headers['content-security-policy'];
    expect(checkout).toContain("script-src 'self'; ");
    expect(checkout).toContain("frame-src 'self'; ");
    expect(checkout).not.toContain('shop.example');
  });

  it.each(['/success', '/pt/success', '/client', '/pt/client', '/admin', '/admin-login', '/nowhere'])(
    'S-20: %s is kept by nobody',
    async (path) => {
      const { headers, html } = await (await pagesWith()).render(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
      });
      expect(html.toString()).toContain('<meta name="robots" content="noindex">');
    },
  );

  it('no page may use camera, microphone or position; wallets open on the checkout, for the gateway', async () => {
    const sources = {
      ...sourcesOf('https://pay.example'),
      frame: ["'self'", 'https://pay.example', 'https://*.pay.example'],
    };
    const pages = await pagesWith({ payment: { libraryUrl: 'https://pay.example/lib.js', sources } });
    const policyOf = async (path: string) => (await pages.render(path)).headers['permissions-policy'];
    const none = 'camera=(), geolocation=(), microphone=()';
    for (const path of ['/', '/success', '/admin']) expect(await policyOf(path)).toBe(`${none}, payment=()`);
    expect(await policyOf('/checkout')).toBe(`${none}, payment=(self "https://pay.example" "https://*.pay.example")`);
  });

  it('public pages may be kept, and are checked anew', async () => {
    const { headers } = await (await pagesWith()).render('/');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['x-robots-tag']).toBeUndefined();
  });
});
