// An operator publishes offers from a catalog on a phone; programs and buyers see the names of the operator alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offerKinds } from '../../contract/offer-kinds.ts';
import { plainServiceName, platformNames } from '../../contract/service-kinds.ts';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type CountingPanel, startPanel } from '../support/fake-provider.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';

const service = (id: number, name: string, change = {}) => ({
  service: id,
  name,
  category: `⭐ SERVER ${id}`,
  type: 'Default',
  rate: '0.9000',
  min: '10',
  max: '1000000',
  refill: true,
  cancel: true,
  ...change,
});
const shouted = (kind: (typeof offerKinds)[number], at: number) =>
  service(6_000 + at, `🔥 ${plainServiceName(kind, at % 2 === 0 ? 'en' : 'pt').toUpperCase()} | HQ | R30 ⚡ 50K/DAY`);
const catalog = [
  service(1, 'INSTAGRAM LIKES'),
  service(2, 'INSTAGRAM VIEWS'),
  ...offerKinds.map(shouted),
  service(7_001, 'TIKTOK LIKES | CUSTOM COMMENTS', { type: 'Custom Comments' }),
];

let panel: CountingPanel;
let store: StoreProcess;
let browser: TestBrowser;
let phone: Visit;
let admin: Client;

beforeAll(async () => {
  panel = await startPanel({
    others: (action) => (action === 'services' ? catalog : { balance: '1000.00', currency: 'USD' }),
  });
  store = await startOnSharedServer({ ...panel.settings, RATE_LIMIT_FACTOR: '20' });
  browser = await openBrowser();
  phone = await browser.phone();
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  admin = clientOf(store.url, token);
  await admin.call('POST /api/admin/providers/{id}/look', { params: { id: 'default' } });
  await phone.page.goto(`${store.url}/admin-login`);
  await phone.page.evaluate((given) => localStorage.setItem('adminToken', given), token);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
  await panel?.close();
});

test('D-109: services are chosen on several pages of filters, and published together', async () => {
  const { page } = phone;
  await page.goto(`${store.url}/admin?tab=api`);
  await page.getByRole('link', { name: `${catalog.length} services` }).click();
  await page.getByRole('heading', { name: 'Import services' }).waitFor();
  for (const platform of ['tiktok', 'youtube'] as const) {
    await page.getByRole('combobox', { name: 'Platform' }).selectOption(platform);
    const boxes = page.getByRole('checkbox', { name: `${platformNames[platform]} · ` });
    await expect.poll(() => boxes.count()).toBe(3);
    for (const box of await boxes.all()) await box.check();
  }
  expect(await barriersOf(page)).toEqual([]);
  expect(await overflowAt360(page)).toBe(0);
  await page.getByRole('region', { name: 'TikTok · Likes' }).getByLabel('Name, English').fill('TikTok hearts');
  const likes = page.getByRole('region', { name: 'TikTok · Likes' });
  await likes.getByRole('button', { name: 'Preview: TikTok · Likes' }).click();
  const preview = likes.frameLocator('iframe[title^="Preview of"]');
  await preview.getByRole('heading', { name: 'TikTok hearts', level: 1 }).waitFor();
  await likes.getByRole('button', { name: 'Português' }).click();
  await preview.getByRole('heading', { name: 'Curtidas no TikTok', level: 1 }).waitFor();
  expect(await overflowAt360(page)).toBe(0);
  // Nothing is saved before the offers are published.
  expect((await page.request.get(`${store.url}/tiktok/likes`)).status()).toBe(404);
  await page.getByLabel('I may sell these offers').check();
  await page.getByRole('button', { name: 'Publish 6 offers' }).click();
  await page.getByText('6 offers published').waitFor();

  const { offers } = await clientOf(store.url, null).call('GET /api/catalog', {});
  expect(offers.slice(2).map(({ id, names }) => [id, names.en])).toEqual([
    ['tiktok-likes', 'TikTok hearts'],
    ['tiktok-views', 'TikTok views'],
    ['tiktok-followers', 'TikTok followers'],
    ['youtube-likes', 'YouTube likes'],
    ['youtube-views', 'YouTube views'],
    ['youtube-subscribers', 'YouTube subscribers'],
  ]);
  expect(JSON.stringify(offers)).not.toMatch(/R30|SERVER|🔥/);
  const [provider] = await admin.call('GET /api/admin/providers', {});
  expect(provider?.routes).toHaveLength(6);
  expect(phone.troubles).toEqual([]);
});
