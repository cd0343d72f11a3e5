// Texts by their keys: the place in the list, the page of the preview, and which ones the operator wrote. Pure.

import { type PreviewSubject, previewPages } from '../../../../contract/page-labels.ts';
import type { LanguageTexts } from '../../../../contract/text-settings.ts';
import type { SetupTexts } from '../../texts/setup-texts.ts';

type PlaceName = keyof SetupTexts['textPlaces'];

/** The page of the preview, by the first name of the key; the order of the list. */
const places: Record<PlaceName, PreviewSubject> = {
  home: 'home',
  benefits: 'home',
  steps: 'about',
  questions: 'about',
  about: 'about',
  checkout: 'checkout',
  success: 'success',
  client: 'client',
  order: 'order',
  pause: 'pause',
  receipt: 'receipt',
  status: 'status',
  transfer: 'order',
  methodChoice: 'checkout',
  contact: 'contact',
  notFound: 'not-found',
  emails: 'email',
  legal: 'terms',
  shell: 'home',
  heads: 'home',
};

export const placeNames = Object.keys(places) as PlaceName[];

/** The first name of the key. A newer store may have others. */
export function placeOf(key: string): string {
  return key.split('.')[0] ?? '';
}

export function pageOf(key: string): PreviewSubject {
  const [first = '', second = '', third = ''] = key.split('.');
  const place = (places as Partial<Record<string, PreviewSubject>>)[first] ?? 'home';
  const page = previewPages.find((name) => [second, third].includes(name));
  return ['heads', 'legal', 'shell'].includes(first) ? (page ?? place) : place;
}

/** "titles.payment" for `checkout.island.titles.payment`. */
export function shortKey(key: string): string {
  return key.replace(/^\w+\.(island\.|page\.|kinds\.)?/, '');
}

/** The keys of the texts that the operator wrote. An empty text is the default. */
export function changedKeys({ changed }: LanguageTexts): string[] {
  return Object.keys(changed).filter((key) => changed[key]?.trim());
}
