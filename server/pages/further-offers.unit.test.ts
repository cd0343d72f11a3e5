// The pages of the offers beside the two specified ones, as the build renders them.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { guaranteeSentence, storeGuarantee } from '../../contract/guarantee-sentence.ts';
import { languagePrefixes, languages } from '../../contract/languages.ts';
import type { OfferInput } from '../../contract/offers.ts';
import { defaultStoreProfile, type StoreProfile } from '../../contract/store-profile.ts';
import {
  eighteenOffers,
  instagramFollowers,
  offersWith,
  storeWith,
  tiktokLikes,
  tiktokViews,
} from '../../contract/testing-offers.ts';
import { smallBuild } from '../../tests/support/small-build.ts';
import { projectRoot } from '../platform/project-root.ts';
import { createOgImages } from './og-image.ts';
import { formatSitemap } from './public-files.routes.ts';

const { pagesWith: anyPagesWith, served } = smallBuild();
const distDir = join(projectRoot(), 'dist');
const speeds = { [tiktokLikes.id]: { orders: 212, began_seconds: 240, completed_seconds: 21_600 } };

function optionsOf(profile: StoreProfile) {
  return { distDir, profile: async () => ({ profile, version: 1 }), speeds: async () => speeds };
}
const pagesOf = (profile: StoreProfile) => anyPagesWith(optionsOf(profile));
const pagesWith = (...added: OfferInput[]) => pagesOf(storeWith(added));
const three = [tiktokLikes, tiktokViews, instagramFollowers];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--quiet']);
}, 180_000);

async function htmlOf(path: string, profile = storeWith(three), offer?: string): Promise<string> {
  return (await (await pagesOf(profile)).render(path, 1, offer)).html.toString();
}

function thingsIn(html: string): Record<string, unknown>[] {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json)['@graph'];
}

it.each(languages)('D-54, D-110: in %s: a checkout of any order names the offers of each guarantee', async (lang) => {
  const html = await htmlOf(`${languagePrefixes[lang]}/checkout`);
  const kept = storeGuarantee(storeWith(three), lang) ?? '';
  expect(kept).toContain(tiktokLikes.names[lang]);
  expect(html).toContain(kept);
  // Another offer of the same unit may have none.
  expect(html).not.toContain(guaranteeSentence(defaultStoreProfile.guarantee_days, lang));
});

describe('D-110: the page of an offer', () => {
  it.each(languages)('in %s: has title, description, address, share picture and its facts', async (lang) => {
    const path = `${languagePrefixes[lang]}/tiktok/likes`;
    const html = await htmlOf(path);
    const name = tiktokLikes.names[lang];
    expect(html).toMatch(new RegExp(`<title>${name}: .*2[.,]00.*Applaud</title>`));
    expect(html).toMatch(/<meta name="description" content="[^"]{40,170}">/);
    expect(html).toContain(`<link rel="canonical" href="https://shop.example${path}">`);
    for (const other of languages)
      expect(html).toContain(`href="https://shop.example${languagePrefixes[other]}/tiktok/likes">`);
    expect(html).toContain(`/og/tiktok-likes.${lang}.png?v=1`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`));
    // Measured, and guaranteed for 30 days.
    expect(html).toContain('212');
    expect(html).toContain('30 d');
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('has structured data of what it shows', async () => {
    const [organization, product, questions, way] = thingsIn(await htmlOf('/tiktok/likes'));
    expect(organization?.['@type']).toBe('Organization');
    expect(product).toMatchObject({
      '@type': 'Product',
      name: 'TikTok likes',
      offers: { '@type': 'AggregateOffer', priceCurrency: 'USD', lowPrice: '2.00' },
    });
    expect((questions as { mainEntity: unknown[] }).mainEntity).toHaveLength(7);
    expect(way).toMatchObject({ '@type': 'BreadcrumbList' });
  });

  it.each([
    ['an offer that is off', { ...tiktokLikes, on: false }, '/tiktok/likes'],
    ['a kind that the store does not sell', tiktokLikes, '/youtube/views'],
    ['a kind that nobody sells', tiktokLikes, '/tiktok/subscribers'],
    ['the kinds of the home page', tiktokLikes, '/instagram/likes'],
  ])('%s has no page', async (_, offer, path) => {
    const pages = await pagesWith(offer);
    expect((await pages.render(path)).status).toBe(404);
    expect((await pages.render(`/pt${path}`)).status).toBe(404);
  });

  it('a paused one shows its banner, and search engines that it is out of stock', async () => {
    const banner = { en: 'Back on Monday.', pt: 'Volta na segunda.' };
    const html = await htmlOf('/pt/tiktok/likes', storeWith([{ ...tiktokLikes, paused: true, banner }]));
    expect(html).toContain('Volta na segunda.');
    expect(html).toContain('schema.org/OutOfStock');
    expect(await htmlOf('/tiktok/likes', storeWith([{ ...tiktokLikes, paused: true }]))).toContain(
      'not taking new orders for TikTok likes',
    );
  });

  it('several of one kind share it: the first is chosen, the others by their names', async () => {
    const slow = {
      ...tiktokLikes,
      id: 'tiktok-likes-slow',
      names: { en: 'TikTok likes, slow', pt: 'Curtidas lentas' },
    };
    const store = storeWith([tiktokLikes, slow]);
    const first = await htmlOf('/tiktok/likes', store);
    expect(first).toMatch(/<h1[^>]*>TikTok likes<\/h1>/);
    expect(first).toContain('href="/tiktok/likes?offer=tiktok-likes-slow"');
    const second = await htmlOf('/tiktok/likes', store, slow.id);
    expect(second).toMatch(/<h1[^>]*>TikTok likes, slow<\/h1>/);
    expect(second).toContain('<link rel="canonical" href="https://shop.example/tiktok/likes">');
  });

  it('is sent with an entity tag, which a save changes', async () => {
    const get = await served(optionsOf(storeWith(three)));
    const first = await get('/tiktok/likes');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    const again = await get('/tiktok/likes/', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    const other = await served(optionsOf(storeWith([{ ...tiktokLikes, unit_price_micros: 5_000 }])));
    expect((await other('/tiktok/likes')).headers.etag).not.toBe(first.headers.etag);
  });
});

describe('D-110: the checkout of an offer', () => {
  it('has its terms, its guarantee and its measured speed, and nothing of the specified offers', async () => {
    const html = await htmlOf('/checkout', storeWith(three), tiktokLikes.id);
    const [, json = ''] = / id="page-data">([^<]*)</.exec(html) ?? [];
    const { prices } = JSON.parse(json).island;
    expect(Object.keys(prices.offers)).toEqual(['Likes']);
    expect(prices).toMatchObject({
      unitPriceMicros: 4_000,
      offer: { id: 'tiktok-likes', page: '/tiktok/likes', checkout: '/checkout?offer=tiktok-likes' },
    });
    expect(html).toContain('Likes lost within 30 days of delivery are delivered again.');
    expect(html).toContain('(212 orders)');
  });

  it('shows that an offer is no longer sold; unknown IDs share one document', async () => {
    const pages = await pagesWith(...three);
    const answers = await Promise.all(['a', 'b', 'tiktok-gone'].map((id) => pages.render('/checkout', 1, id)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]?.html.toString()).toContain('This offer is no longer sold');
    // The specified offers have the checkout without a name.
    expect(await pages.render('/checkout', 1, 'instagram-likes')).toBe(await pages.render('/checkout'));
  });
});

describe('D-110: with the two specified offers alone', () => {
  const off = storeWith(three.map((offer) => ({ ...offer, on: false })));

  it.each(['/', '/pt', '/checkout', '/pt/checkout', '/about'])(
    '%s is the same, byte for byte, with offers that are off',
    async (path) => {
      expect(await htmlOf(path, off)).toBe(await htmlOf(path, defaultStoreProfile));
    },
  );

  it.each(['/', '/checkout', '/success'])('%s has no word of a choice of offers', async (path) => {
    const html = await htmlOf(path, defaultStoreProfile);
    const words = ['chooser', 'more-offers', '"offer"', '"more"', 'tiktok', 'TikTok', 'YouTube', 'no longer sold'];
    expect(words.filter((word) => html.includes(word))).toEqual([]);
  });
});

describe('D-110: the choice of 20 offers', () => {
  const store = storeWith(eighteenOffers);

  it.each(languages)('in %s: leads to every page with at most two taps, by links', async (lang) => {
    expect(store.offers).toHaveLength(20);
    const html = await htmlOf(languagePrefixes[lang] || '/', store);
    const [nav = ''] = /<nav[^>]*class="chooser">.*?<\/nav>/s.exec(html) ?? [];
    const hrefs = [...nav.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);
    const pages = new Set(
      offersWith(eighteenOffers)
        .slice(2)
        .map(({ platform, action }) => `${languagePrefixes[lang]}/${platform}/${action}`),
    );
    expect(new Set(hrefs)).toEqual(new Set([languagePrefixes[lang] || '/', ...pages]));
    expect(nav.match(/<details name="chooser"/g)).toHaveLength(3);
  });

  it.each(languages)('in %s: pages are as light as the home page', async (lang) => {
    const pages = await pagesOf(store);
    const prefix = languagePrefixes[lang];
    const named = [
      [prefix || '/', undefined],
      ...store.offers.slice(2).map(({ id, platform, action }) => [`${prefix}/${platform}/${action}`, id]),
      ...store.offers.slice(2).map(({ id }) => [`${prefix}/checkout`, id]),
    ] as const;
    const heavy: unknown[] = [];
    for (const [path = '', id] of named) {
      const bytes = gzipSync((await pages.render(path, 1, id)).html, { level: 9 }).length;
      if (bytes > 14_000) heavy.push([path, id, bytes]);
    }
    expect(heavy).toEqual([]);
  });

  it('a page of an offer runs what the home page runs', async () => {
    const filesOf = (html: string) =>
      [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)]
        .map(([, file]) => file)
        .filter((f) => !/^recall-/.test(f ?? ''));
    const pages = await pagesOf(store);
    const offer = filesOf((await pages.render('/tiktok/likes')).html.toString());
    expect(offer).toEqual(filesOf((await pages.render('/')).html.toString()));
    for (const file of offer) await readFile(join(pages.assetsDir, file ?? ''));
  });
});

describe('D-110: for search engines and those who share a link', () => {
  it('the sitemap lists the pages of the offers on sale, each with its twins', () => {
    const { offers } = storeWith([
      ...three,
      { ...tiktokLikes, id: 'second' },
      { ...tiktokLikes, id: 'off', action: 'followers', on: false },
    ]);
    const listed = [
      ...formatSitemap('https://shop.example', offers).matchAll(/<loc>https:\/\/shop.example(.*?)<\/loc>/g),
    ];
    const paths = listed.map(([, path = '']) => path);
    expect(paths).toEqual([...new Set(paths)]);
    for (const path of ['/tiktok/likes', '/tiktok/views', '/instagram/followers'])
      expect(paths).toEqual(expect.arrayContaining([path, `/pt${path}`]));
    expect(paths).not.toContain('/tiktok/followers');
  });

  it('each page has a picture, others have none', async () => {
    const profile = async () => ({ profile: storeWith(three), version: 1 });
    const images = createOgImages({ publicUrl: 'https://shop.example', profile });
    const found = await images.find('tiktok-likes.pt.png');
    expect([found?.png.readUInt32BE(16), found?.png.readUInt32BE(20)]).toEqual([1200, 630]);
    for (const file of ['tiktok-followers.en.png', 'instagram-likes.en.png', 'tiktok-likes.xx.png'])
      expect(await images.find(file)).toBeNull();
  });
});
