// Puts a rendered page into a whole HTML document. Everything that comes from outside is escaped here.
import { defaultLanguage, type Language, languages, languageTags } from '../../contract/languages.ts';
import { offerPathOf } from '../../contract/offer-paths.ts';
import { isPrivatePage, type PageData, pathOf, type RenderedPage } from '../../contract/pages.ts';
import type { Bundle, Style } from './bundle.ts';
import { iconLinks } from './site-icons.routes.ts';

/** A document without inline script and without style attributes; its data is JSON that no parser takes for markup. */
export function renderDocument(
  data: PageData,
  page: RenderedPage,
  bundle: Pick<Bundle, 'fonts' | 'adminStyles' | 'listScripts'>,
  style: Style,
): string {
  const { early, entries, preload, late } = bundle.listScripts(data.page);
  const admin = data.page === 'admin';
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    isPrivatePage(data.page) ? '<meta name="robots" content="noindex">' : languageLinks(data),
    '<meta name="color-scheme" content="light dark">',
    iconLinks(admin),
    ...(admin ? adminFiles(bundle) : [`<style>${style.css}</style>`]),
    ...early.map((file) => `<script async fetchpriority="high" src="${file}"></script>`),
    ...preload.map((file) => `<link rel="modulepreload" href="${file}">`),
    ...entries.map((entry) => `<script type="module" src="${entry}"></script>`),
    page.head,
  ];
  const last = late.map((file) => `<script type="module" async fetchpriority="low" src="${file}"></script>`).join('');
  const accent = data.offer ? ` data-category="${data.offer.category}"` : '';
  return `<!doctype html><html lang="${languageTags[data.lang]}"${accent}><head>${head.join('')}</head><body><div id="root">${page.html}</div><script type="application/json" id="page-data">${jsonForHtml(page.data)}</script>${last}</body></html>`;
}

/**
 * The admin shows its first text after its script, so its font is loaded before. A browser holds the first frame of a page
 * for a preloaded font (docs/decisions/0108-first-paint.md): public pages have none.
 */
function adminFiles({ fonts, adminStyles }: Pick<Bundle, 'fonts' | 'adminStyles'>): string[] {
  return [
    ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    ...adminStyles.map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
  ];
}

/** The page's own address, and its address in each language. */
function languageLinks({ page, path, publicUrl, offer }: PageData): string {
  const addressIn = (lang: Language) =>
    publicUrl + (page === 'offer' && offer ? offerPathOf(lang, offer) : pathOf(page, lang));
  const alternates = [
    ...languages.map((lang) => [languageTags[lang], addressIn(lang)]),
    ['x-default', addressIn(defaultLanguage)],
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(publicUrl + path)}">`,
    ...alternates.map(([tag, href]) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(href ?? '')}">`),
  ].join('');
}

/** JSON inside a script element: no sequence in it can end the element or open a comment. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** For HTML and XML, also in attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
