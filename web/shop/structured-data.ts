// Structured data for search engines (JSON-LD): store, breadcrumbs, offers, questions. It contains only data that the
// page shows, and no ratings.
import { categories } from '../../contract/category.ts';
import { languages, languageTags } from '../../contract/languages.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { offerCents } from '../../contract/offers.ts';
import { type PageData, pathOf } from '../../contract/pages.ts';
import { priceCents } from '../../contract/pricing.ts';
import { hasOffer, type OfferData, type OfferQuestion, offerQuestions, offerUnit } from './offer/offer-view.ts';
import { questionsOf } from './questions.ts';
import { type Catalogue, textsFor } from './texts/catalogue.ts';

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
  if (data.page === 'offer' && hasOffer(data))
    return [offerProduct(data, words, picture), faqOf(data, offerQuestions(data)), wayOf(data)];
  const page: Thing = {
    '@type': data.page === 'contact' ? 'ContactPage' : 'WebPage',
    name: words.title,
    description: words.description,
    url: `${data.publicUrl}${data.path}`,
    inLanguage: tagOf(data),
  };
  const questions = data.page === 'about' ? [faqOf(data, questionsOf(data))] : [];
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
  return product({
    name: `${texts.home.island.names[category]} (Instagram)`,
    description: texts.heads.home.description,
    picture,
    packages,
    url,
    brand: data.store.name,
    unit: texts.home.island.units[category],
    isPaused: selling[category].paused,
    centsOf: (quantity) => priceCents(category, quantity, prices),
  });
}

function offerProduct(data: OfferData, { description }: Words, picture: string): Thing {
  const { offer, lang, store, publicUrl, path } = data;
  return product({
    name: offer.names[lang],
    description,
    picture,
    packages: offer.packages.length > 0 ? offer.packages : [offer.default_quantity],
    url: `${publicUrl}${path}`,
    brand: store.name,
    unit: offerUnit(data),
    isPaused: offer.paused,
    centsOf: (quantity) => offerCents(offer, quantity),
  });
}

type Sold = {
  name: string;
  description: string;
  picture: string;
  url: string;
  brand: string;
  unit: string;
  packages: readonly number[];
  isPaused: boolean;
  centsOf: (quantity: number) => number;
};

function product({ name, description, picture, url, brand, unit, packages, isPaused, centsOf }: Sold): Thing {
  const offers = packages.map((quantity) => ({
    '@type': 'Offer',
    name: `${quantity} ${unit}`,
    price: dollarsFromCents(centsOf(quantity)).toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${isPaused ? 'OutOfStock' : 'InStock'}`,
    url,
  }));
  const amounts = offers.map(({ price }) => Number(price));
  return {
    '@type': 'Product',
    name,
    description,
    image: picture,
    brand: { '@type': 'Brand', name: brand },
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

function faqOf(data: PageData, questions: readonly OfferQuestion[]): Thing {
  return {
    '@type': 'FAQPage',
    inLanguage: tagOf(data),
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function wayOf(data: PageData): Thing {
  const { lang, publicUrl, path } = data;
  const { shell, heads } = textsFor(data);
  const steps = [
    { name: shell.home, item: `${publicUrl}${pathOf('home', lang)}` },
    { name: titleOf(data, heads), item: `${publicUrl}${path}` },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  };
}

function titleOf({ page, offer, lang }: PageData, heads: Catalogue['heads']): string {
  if (page === 'offer') return offer?.names[lang] ?? '';
  return page === 'admin' ? 'Admin' : heads[page].title;
}

function tagOf({ lang }: PageData): string {
  return languageTags[lang];
}
