// The head elements of each public page: title, description and others. Returns escaped HTML without executable
// scripts.
import { openGraphLocales } from '../../contract/language-texts.ts';
import { languages } from '../../contract/languages.ts';
import { isPrivatePage, type PageData } from '../../contract/pages.ts';
import { hasOffer, offerWords } from './offer/offer-view.ts';
import { structuredDataOf } from './structured-data.ts';
import { textsFor } from './texts/catalogue.ts';

type Words = { title: string; description: string };

export function wordsOf(data: PageData): Words {
  const { page, store, receipt, order } = data;
  if (page === 'admin') return { title: `Admin | ${store.name}`, description: '' };
  if (page === 'offer') {
    if (!hasOffer(data)) return { title: store.name, description: '' };
    const { title, description } = offerWords(data);
    return { title: `${title} | ${store.name}`, description };
  }
  const { title, description } = textsFor(data).heads[page];
  // Browsers use the title as the file name of a saved page.
  const orderId = page === 'sample' ? undefined : (receipt?.orderId ?? order?.id);
  if (orderId) return { title: `${title} ${orderId} | ${store.name}`, description };
  return { title: page === 'home' ? `${store.name}: ${title}` : `${title} | ${store.name}`, description };
}

export function headOf(data: PageData): string {
  if (isPrivatePage(data.page)) return '';
  const { title, description } = wordsOf(data);
  const picture = pictureOf(data);
  const others = languages.filter((lang) => lang !== data.lang);
  const shared: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', data.store.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${data.publicUrl}${data.path}`],
    ['og:locale', openGraphLocales[data.lang]],
    ...others.map((lang): [string, string] => ['og:locale:alternate', openGraphLocales[lang]]),
    ['og:image', picture],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', title],
  ];
  const twitter: [string, string][] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', picture],
  ];
  return [
    ...shared.map(([name, value]) => `<meta property="${name}" content="${escaped(value)}">`),
    ...twitter.map(([name, value]) => `<meta name="${name}" content="${escaped(value)}">`),
    `<script type="application/ld+json">${jsonForHtml(structuredDataOf(data, wordsOf(data), picture))}</script>`,
  ].join('');
}

/** The Open Graph image. The checkout has none. */
function pictureOf({ page, lang, publicUrl, version, offer }: PageData): string {
  const name = page === 'offer' && offer ? `${offer.platform}-${offer.action}` : page;
  return `${publicUrl}/og/${page === 'checkout' ? 'home' : name}.${lang}.png?v=${version}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
