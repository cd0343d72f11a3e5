// The small files that a site has besides its pages: for search engines, and for those who show a link.
import type { FastifyInstance } from 'fastify';
import { readLogo } from '../../contract/brand.ts';
import { defaultLanguage, type Language, languages, languageTags } from '../../contract/languages.ts';
import { offerPathOf, otherOffers } from '../../contract/offer-paths.ts';
import type { OfferSetting } from '../../contract/offers.ts';
import { type PageName, pathOf } from '../../contract/pages.ts';
import type { StoreProfile } from '../../contract/store-profile.ts';
import { escapeHtml } from './document.ts';
import type { OgImages } from './og-image.ts';
import { sendCached } from './send-cached.ts';

const day = 'public, max-age=86400';
/** The pages for search engines: no step of a purchase, and no page that must not be indexed. */
const listed: readonly PageName[] = ['home', 'about', 'contact', 'terms', 'privacy', 'refunds'];
const unlisted = [
  '/api',
  '/admin',
  '/receipt',
  ...languages.flatMap((lang) => (['order', 'pause', 'success', 'client'] as const).map((page) => pathOf(page, lang))),
];

export function registerPublicFiles(
  fastify: FastifyInstance,
  {
    publicUrl,
    profile,
    images,
    findLogo,
  }: {
    publicUrl: string;
    profile: () => Promise<{ profile: StoreProfile }>;
    images: OgImages;
    findLogo: (name: string) => Promise<Buffer | null>;
  },
): void {
  fastify.get('/robots.txt', async (request, reply) =>
    sendCached(request, reply, formatRobots(publicUrl), 'text/plain; charset=utf-8', day),
  );
  fastify.get('/sitemap.xml', async (request, reply) => {
    const { offers } = (await profile()).profile;
    return sendCached(request, reply, formatSitemap(publicUrl, offers), 'application/xml; charset=utf-8', day);
  });
  fastify.get<{ Params: { file: string }; Querystring: { v?: string } }>('/og/:file', async (request, reply) => {
    const found = await images.find(request.params.file);
    if (!found) return reply.callNotFound();
    // Under the address of its own version a picture never changes; under any other it may at any time.
    const own = request.query.v === String(found.version);
    const cacheControl = own ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
    return sendCached(request, reply, found.png, 'image/png', cacheControl);
  });
  fastify.get<{ Params: { name: string } }>('/logo/:name', async (request, reply) => {
    const { name } = request.params;
    const logo = readLogo(name);
    const image = logo && (await findLogo(name));
    if (!image) return reply.callNotFound();
    // An image that is opened alone must not act as a page of the store.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('x-content-type-options', 'nosniff');
    return sendCached(request, reply, image, logo.type, 'public, max-age=31536000, immutable');
  });
}

/** The files that robots may fetch, and where the list of pages is. */
export function formatRobots(publicUrl: string): string {
  const rules = unlisted.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

/** Every listed page in every language, each with its twins (hreflang). */
export function formatSitemap(publicUrl: string, offers: readonly OfferSetting[]): string {
  const pages = listed.map((page) => (lang: Language) => pathOf(page, lang));
  const kinds = new Map(otherOffers(offers).map((offer) => [offerPathOf(defaultLanguage, offer), offer]));
  const paths = [...pages, ...[...kinds.values()].map((offer) => (lang: Language) => offerPathOf(lang, offer))];
  const link = (code: string, href: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`;
  const urls = paths.flatMap((pathIn) => {
    const address = (lang: Language) => escapeHtml(`${publicUrl}${pathIn(lang)}`);
    const twins = languages.map((lang) => link(languageTags[lang], address(lang)));
    const all = [...twins, link('x-default', address(defaultLanguage))].join('');
    return languages.map((lang) => `<url><loc>${address(lang)}</loc>${all}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
