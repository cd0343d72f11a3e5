// Structured data for search engines (JSON-LD): store, breadcrumbs, offers, questions. It contains only data that the
// page shows, and no ratings.
import { categories } from '../../contract/category.ts';
import { languages, languageTags } from '../../contract/languages.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { type PageData, pathOf } from '../../contract/pages.ts';
import { priceCents } from '../../contract/pricing.ts';
import { questionsOf } from './questions.ts';
import { textsFor } from './texts/catalogue.ts';

type Thing = Record<string, unknown> & { '@type': string };
type Words = { title: string; description: string };

export function structuredDataOf(data: PageData, words: Words, picture: string): Record<string, unknown> {
  return { '@context': 'https://schema.org', '@graph': [storeOf(data), ...thingsOf(data, words, picture)] };
}

function storeOf({ publicUrl, store }: PageData): Thing {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#store`,
    name: store.name,
    url: `${publicUrl}/`,
    email: store.support_email,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: store.support_email,
      availableLanguage: languages.map((lang) => languageTags[lang]),
    },
  };
}

function thingsOf(data: PageData, words: Words, picture: string): Thing[] {
  if (data.page === 'home') return [siteOf(data), ...categories.map((category) => productOf(category, data, picture))];
  const page: Thing = {
    '@type': data.page === 'contact' ? 'ContactPage' : 'WebPage',
    name: words.title,
    description: words.description,
    url: `${data.publicUrl}${data.path}`,
    inLanguage: tagOf(data),
  };
  const questions = data.page === 'about' ? [faqOf(data)] : [];
  return [questions[0] ?? page, wayOf(data)];
}

function siteOf(data: PageData): Thing {
  return {
    '@type': 'WebSite',
    name: data.store.name,
    url: `${data.publicUrl}${data.path}`,
    inLanguage: tagOf(data),
    publisher: { '@id': `${data.publicUrl}/#store` },
  };
}

function productOf(category: (typeof categories)[number], data: PageData, picture: string): Thing {
  const { prices, selling } = data.store;
  const texts = textsFor(data);
  const url = `${data.publicUrl}${data.path}`;
  const { packages } = prices.offers[category];
  const offers = packages.map((quantity) => ({
    '@type': 'Offer',
    name: `${quantity} ${texts.home.island.units[category]}`,
    price: dollarsFromCents(priceCents(category, quantity, prices)).toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${selling[category].paused ? 'OutOfStock' : 'InStock'}`,
    url,
  }));
  const amounts = offers.map(({ price }) => Number(price));
  return {
    '@type': 'Product',
    name: `${texts.home.island.names[category]} (Instagram)`,
    description: texts.heads.home.description,
    image: picture,
    brand: { '@type': 'Brand', name: data.store.name },
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: Math.min(...amounts).toFixed(2),
      highPrice: Math.max(...amounts).toFixed(2),
      priceCurrency: 'USD',
      offerCount: offers.length,
      offers,
    },
  };
}

function faqOf(data: PageData): Thing {
  return {
    '@type': 'FAQPage',
    inLanguage: tagOf(data),
    mainEntity: questionsOf(data).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function wayOf(data: PageData): Thing {
  const { page, lang, publicUrl, path } = data;
  const { shell, heads } = textsFor(data);
  const steps = [
    { name: shell.home, item: `${publicUrl}${pathOf('home', lang)}` },
    { name: page === 'admin' ? 'Admin' : heads[page].title, item: `${publicUrl}${path}` },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  };
}

function tagOf({ lang }: PageData): string {
  return languageTags[lang];
}
