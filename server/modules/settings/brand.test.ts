// The logo and the color of a store: uploaded, saved, and on the pages; what is no image or not readable is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendWaiting } from '../../../tests/support/emails.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { silentLog } from '../../observability/log.ts';
import { createCanvas } from '../../pages/image/canvas.ts';
import { encodePng } from '../../pages/image/png.ts';
import { projectRoot } from '../../platform/project-root.ts';

let store: TestStore;
let server: TestMailServer;
let png: Buffer;
beforeAll(async () => {
  server = await startMailServer();
  store = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' }, null, silentLog, projectRoot());
  png = await encodePng(createCanvas(240, 60, [31, 95, 224]));
});
afterAll(async () => {
  await store?.stop();
  await server?.stop();
});

const upload = (image: Buffer) =>
  store.admin.ask('POST /api/admin/store-logo', { body: { image: image.toString('base64') } });
async function saveBrand(brand: { color: string; logo: string }) {
  const { version, settings } = await store.admin.call('GET /api/admin/store-settings', {});
  const claims = Object.fromEntries(
    Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
  ) as never;
  return store.admin.ask('PUT /api/admin/store-settings', {
    body: { version, settings: { ...settings, claims, brand } },
  });
}
const page = async (path: string) => {
  const answer = await fetch(`${store.url}${path}`);
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
};

describe('D-87: the brand', () => {
  test('a logo and a color are on each public page, by its hash in a policy that is as strict as before', async () => {
    const before = await page('/');
    const { body } = await upload(png);
    expect(body.logo).toMatch(/^[0-9a-f]{32}-240x60\.png$/);
    expect((await upload(png)).body).toEqual(body);
    expect((await page('/')).html).toBe(before.html);
    expect((await saveBrand({ color: '#1F5FE0', logo: body.logo })).status).toBe(200);
    const { html, policy } = await page('/');
    expect(html).toContain(`<img src="/logo/${body.logo}" width="240" height="60" alt="" class="logo"/>`);
    expect(html).toContain(':root{--brand:#1f5fe0;');
    expect(policy.replace(/sha256-[^']+/, '')).toBe(before.policy.replace(/sha256-[^']+/, ''));
    expect(policy).not.toBe(before.policy);
    const image = await fetch(`${store.url}/logo/${body.logo}`);
    expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await saveBrand({ color: '', logo: '' })).status).toBe(200);
    expect((await page('/')).html).toBe(before.html.replaceAll('?v=1', '?v=3'));
  });

  test('an email has the color, and the logo as a part of its own: it loads nothing', async () => {
    const logo = (await upload(png)).body.logo;
    expect((await saveBrand({ color: '#1f5fe0', logo })).status).toBe(200);
    await placeOrder(store);
    await sendWaiting(store);
    const source = server.taken.at(-1)?.source.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
    expect(source).toContain('<img src="cid:logo" width="128" height="32" alt=""');
    expect(source).toContain('background:#1f5fe0;color:#ffffff');
    expect(source).not.toMatch(/src="(?!cid:)/);
    expect(source).toMatch(/Content-Type: image\/png/);
    expect(source).toContain('Content-ID: <logo>');
    expect(source.replaceAll('\r\n', '')).toContain(png.toString('base64').slice(0, 200));
    expect((await saveBrand({ color: '', logo: '' })).status).toBe(200);
  });

  test('a color that is hard to read is refused with its field, a sentence and one that fits', async () => {
    const { status, body } = await saveBrand({ color: '#ffcc00', logo: '' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', field: 'brand.color' });
    expect(JSON.stringify(body)).toContain('too light to read');
  });

  test('the name of a logo that was never uploaded is refused', async () => {
    const { status, body } = await saveBrand({ color: '', logo: `${'a'.repeat(32)}-10x10.png` });
    expect([status, body]).toMatchObject([400, { field: 'brand.logo' }]);
    expect((await fetch(`${store.url}/logo/${'a'.repeat(32)}-10x10.png`)).status).toBe(404);
  });

  test.each([
    ['a text', () => Buffer.from('hello'), 'type PNG'],
    ['nothing', () => Buffer.alloc(0), 'type PNG'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'type PNG'],
    ['a cut PNG', () => png.subarray(0, 60), 'type PNG'],
    [
      'a PNG whose chunk is longer than the file',
      () => Buffer.concat([png.subarray(0, 33), Buffer.alloc(12, 255)]),
      'type PNG',
    ],
    ['a cut JPEG', () => Buffer.from('ffd8ffe000ffd9', 'hex'), 'type PNG'],
    ['an odd WebP', () => Buffer.from(`RIFF\x1e\0\0\0WEBPVP9 ${'x'.repeat(22)}`), 'type PNG'],
    ['too many bytes', () => Buffer.alloc(70_000), '64 kB at most'],
  ])('%s is no logo', async (_, image, words) => {
    const { status, body } = await upload(image());
    expect([status, body]).toMatchObject([400, { code: 'invalid_input', field: 'image' }]);
    expect(JSON.stringify(body)).toContain(words);
  });

  test('an image with too few or too many pixels is refused', async () => {
    for (const [width, height] of [
      [15, 60],
      [60, 1001],
    ] as const) {
      const { body } = await upload(await encodePng(createCanvas(width, height)));
      expect(JSON.stringify(body)).toContain('16 to 1000 pixels');
    }
  });

  test('JPEG and WebP have the size of their headers', async () => {
    expect((await upload(jpeg())).body.logo).toMatch(/-64x32\.jpg$/);
    expect((await upload(webp())).body.logo).toMatch(/-100x50\.webp$/);
  });

  test.each([
    ['PNG', () => png],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('what stands behind a %s is not stored', async (_, make) => {
    const image = make();
    const { body } = await upload(image);
    const page = Buffer.from('<script>1</script>\xff\xd9', 'latin1');
    expect((await upload(Buffer.concat([image, page]))).body).toEqual(body);
    const served = await fetch(`${store.url}/logo/${body.logo}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(image)).toBe(true);
  });

  test('an upload that no version of the settings has is deleted the next day', async () => {
    const used = (await upload(jpeg())).body.logo;
    expect((await saveBrand({ color: '', logo: used })).status).toBe(200);
    expect((await saveBrand({ color: '', logo: '' })).status).toBe(200);
    const unused = (await upload(webp())).body.logo;
    await store.db.database.pool.query(`update store_logos set uploaded_at = uploaded_at - interval '25 hours'`);
    await upload(png);
    const statuses = [used, unused].map(async (logo) => (await fetch(`${store.url}/logo/${logo}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });

  test('who may not save the settings uploads nothing', async () => {
    const answer = await fetch(`${store.url}/api/admin/store-logo`, { method: 'POST' });
    expect(answer.status).toBe(401);
  });
});

/** Of 64 x 32 pixels. */
function jpeg(): Buffer {
  return Buffer.from('ffd8ffe00004aaaaffc0000b080020004001011100ffda0002aaff00bbffd0ccffd9', 'hex');
}

/** Of 100 x 50 pixels. */
function webp(): Buffer {
  const image = Buffer.alloc(30);
  image.write('RIFF', 0, 'latin1');
  image.writeUInt32LE(22, 4);
  image.write('WEBPVP8X', 8, 'latin1');
  image.writeUIntLE(99, 24, 3);
  image.writeUIntLE(49, 27, 3);
  return image;
}
