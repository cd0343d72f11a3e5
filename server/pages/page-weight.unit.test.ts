// How heavy the public pages are, measured on what is really built and sent.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { gateways } from '../../contract/gateways.ts';
import { type Language, languages } from '../../contract/languages.ts';
import { speedSentence } from '../../contract/measured-speed.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { orderPathOf } from '../../contract/order-path.ts';
import { type PageName, pathOf } from '../../contract/pages.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { textsOf } from '../../web/shop/texts/catalogue.ts';
import { projectRoot } from '../platform/project-root.ts';
import { createPages, type Pages } from './pages.ts';

const htmlBytes = 14_000;
/** JavaScript per page. What is only read needs no React. */
const scriptBytes: Partial<Record<PageName, number>> = {
  home: 59_300,
  about: 2_400,
  contact: 64_700,
  checkout: 76_300,
  success: 70_100,
  client: 74_600,
  order: 73_400,
  sample: 2_400,
  terms: 2_400,
  privacy: 2_400,
  refunds: 2_400,
  'not-found': 2_560,
};
/**
 * The chip of a pasted link, the line about a typed number, the choice of a payment method, the payment of an order that exists already, the form of each gateway, the guarantee of a
 * delivered post, the field for another link, the links of a paid order, and how to pay by transfer.
 */
const onDemand: Partial<Record<PageName, RegExp>> = {
  home: /(home-link|exact-note)-/,
  checkout: new RegExp(`(method-choice|pay-order|other-rules|(${gateways.join('|')})-form)-`),
  order: /(post-(guarantee|replacement)|transfer-box|more-offers)-/,
  success: /(order-links|transfer-box|more-offers)-/,
};
/** Of every live part. */
const afterFailure = /(recover|report-failure)-/;
const everywhere = Object.entries(scriptBytes).flatMap(([page, most]) =>
  languages.map((lang) => [page as PageName, lang, most] as const),
);
const order: OrderPage = {
  id: 'K7QX2M9TB4VA',
  status: 'paid',
  payment_status: 'paid',
  quantity: 2_500,
  category: 'Likes',
  amount: 15,
  created_at: '2026-03-14T14:12:00Z',
  payment: 'paid',
  delivery: { state: 'to_send', links: 5, sent: 0, ended: 0, ordered: 2_500, delivered: 0 },
  email: 'a***@buyer.example',
  confirming_long: false,
  paid_with: null,
  refunded_amount: 0,
  receipt_path: '/receipt/K7QX2M9TB4VA/key',
  refunds: [],
  sending: 'now',
  posts: [1, 2, 3, 4, 5].map((at) => ({
    kind: 'p',
    shortcode: `DAfXiNinAX${at}`,
    post_link: `https://www.instagram.com/p/DAfXiNinAX${at}/`,
    state: 'to_send',
    ordered: 500,
  })),
  events: [{ kind: 'ordered', at: '2026-03-14T14:12:00Z' }],
};
const measured = { orders: 212, began_seconds: 240, completed_seconds: 21_600 };
const payment = {
  libraryUrl: 'https://pay.example/lib.js',
  sources: { script: ['https://pay.example'], connect: [], frame: [], form: [], image: [] },
  isSandbox: true,
  hasChoice: false,
  hasOtherWays: false,
  takesCards: true,
  takesTransfers: false,
  hasTransferTexts: false,
  hasLimits: false,
};
const options = {
  distDir: join(projectRoot(), 'dist'),
  publicUrl: 'https://shop.example',
  profile: async () => ({ profile: defaultStoreProfile, version: 1 }),
  speeds: async () => ({}),
  payment: async () => payment,
};
let pages: Pages;
let measuredPages: Pages;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--quiet']);
  const speeds = { Likes: measured, Views: measured };
  pages = await createPages(options);
  const own = { ...payment, isSandbox: false };
  measuredPages = await createPages({ ...options, payment: async () => own, speeds: async () => speeds });
}, 180_000);

describe.each(languages)('D-61: with one card method without limits, in %s', (lang) => {
  const { checkout, methodChoice, transfer } = textsOf(lang);
  const textOf = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textOf);
  const unpaid: OrderPage = { ...order, status: 'pending', payment_status: 'none', payment: 'unpaid' };
  const documents: Record<string, () => Promise<string>> = {
    home: () => htmlOf('home', lang),
    checkout: () => htmlOf('checkout', lang),
    success: () => htmlOf('success', lang),
    order: async () => (await pages.renderOrder(unpaid, orderPathOf(lang, order.id, 'key'), lang)).html,
  };

  it.each(Object.keys(documents))(
    'the document of %s has no text, flag or script of a choice or a transfer',
    async (name) => {
      const html = (await documents[name]?.()) ?? '';
      for (const flag of [
        'hasMethodChoice',
        'hasMethodLimits',
        'takesTransfers',
        'hasTransferTexts',
        'hasOtherWays',
        'hasNoCards',
      ])
        expect(html).not.toContain(flag);
      expect(html).not.toMatch(/(method-choice|transfer-box)-/);
      const own = [checkout.island.failures.method_unavailable, ...textOf(methodChoice), ...textOf(transfer)];
      // Short labels stand elsewhere, too.
      for (const text of own.filter((one) => one.length > 16)) expect(html).not.toContain(JSON.stringify(text));
      expect(html).not.toMatch(/"(choice|transfer)":\{"/);
    },
  );

  it('with limits, the checkout has the sentence of their refusal only', async () => {
    const limited = await createPages({ ...options, payment: async () => ({ ...payment, hasLimits: true }) });
    const html = (await limited.render(pathOf('checkout', lang))).html.toString();
    expect(html).toContain(JSON.stringify(checkout.island.failures.method_unavailable));
    expect(html).not.toMatch(/hasMethodChoice|"choice":\{"/);
  });
});

it.each(languages)('D-37: the home page in %s of a live store with measured speed is as light', async (lang) => {
  const { html } = await measuredPages.render(pathOf('home', lang));
  expect(html.toString()).toContain(speedSentence(lang, measured));
  expect(html.toString()).not.toContain(defaultStoreProfile.claims.deliveryStart.text[lang]);
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(htmlBytes);
});

it('TRA-5: the visit tracker is one file of at most 1200 bytes in gzip, and blocks no page', async () => {
  const html = (await pages.render('/')).html.toString();
  const [, file = ''] =
    /<script type="module" async fetchpriority="low" src="\/assets\/([^"]+)"><\/script><\/body>/.exec(html) ?? [];
  const content = await readFile(join(pages.assetsDir, file));
  expect(gzipSync(content, { level: 9 }).length).toBeLessThanOrEqual(1_200);
  expect(content.toString()).not.toMatch(/\bimport\b/);
});

it("Stripe's form is at most 2,000 bytes in gzip, beside what the checkout has already", async () => {
  const html = await htmlOf('checkout', 'en');
  const file = (await readdir(pages.assetsDir)).find((name) => /^stripe-form-.*\.js$/.test(name)) ?? '';
  const content = await readFile(join(pages.assetsDir, file));
  expect(gzipSync(content, { level: 9 }).length).toBeLessThanOrEqual(2_000);
  for (const [, part] of content.toString().matchAll(/from"\.\/([^"]+)"/g)) expect(html).toContain(`/assets/${part}`);
});

it.each([
  ['orders/orders-tab', 6],
  ['customers/customers-tab', 6],
])('the code of %s is at most %i files beside that of Home: a browser requests six at a time', async (tab, most) => {
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    await readFile(join(options.distDir, 'web/client/manifest.json'), 'utf8'),
  );
  const listFiles = (name: string, found = new Set<string>()): Set<string> => {
    const { file, imports = [] } = manifest[name] as { file: string; imports?: string[] };
    if (!found.has(file)) imports.reduce((all, next) => listFiles(next, all), found.add(file));
    return found;
  };
  const ofHome = listFiles('web/entry-admin.tsx');
  for (const part of ['overview/revenue-overview', 'action-items/action-item-groups'])
    listFiles(`web/admin/${part}.tsx`, ofHome);
  const added = [...listFiles(`web/admin/${tab}.tsx`)].filter((file) => !ofHome.has(file));
  expect(added.length).toBeGreaterThan(1);
  expect(added.length).toBeLessThanOrEqual(most);
});

async function htmlOf(page: PageName, lang: Language): Promise<string> {
  if (page === 'order') return (await pages.renderOrder(order, orderPathOf(lang, order.id, 'key'), lang)).html;
  return (await pages.render(pathOf(page, lang))).html.toString();
}

describe.each(everywhere)('%s in %s', (page, lang, mostScript) => {
  it(`its document with style and data is at most ${htmlBytes} bytes in gzip`, async () => {
    expect(gzipSync(await htmlOf(page, lang), { level: 9 }).length).toBeLessThanOrEqual(htmlBytes);
  });

  it(`all its JavaScript together is at most ${mostScript} bytes in gzip`, async () => {
    const html = await htmlOf(page, lang);
    const files = new Set([...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file));
    expect(files.size).toBeGreaterThan(0);
    const contents = await Promise.all([...files].map((file) => readFile(join(pages.assetsDir, file))));
    const bytes = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
    expect(bytes).toBeLessThanOrEqual(mostScript);
    // What the document does not name is not loaded behind its back.
    const imported = contents.flatMap((content) => content.toString().match(/\bimport\([^)]*\)/g) ?? []);
    expect(imported.filter((name) => !(onDemand[page]?.test(name) || afterFailure.test(name)))).toEqual([]);
  });
});
