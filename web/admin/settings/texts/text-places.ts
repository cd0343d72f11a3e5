// Where a text is shown: the place in the list, and the page of its preview. Pure.
import { type PreviewSubject, previewPages } from '../../../../contract/preview-pages.ts';

type Place = { title: string; page: PreviewSubject };

/** By the first name of the key; the order of the list. */
const places: Record<string, Place> = {
  home: { title: 'Home', page: 'home' },
  benefits: { title: 'Home, benefits', page: 'home' },
  steps: { title: 'Home and How it works, steps', page: 'about' },
  questions: { title: 'How it works, questions', page: 'about' },
  about: { title: 'How it works', page: 'about' },
  checkout: { title: 'Checkout', page: 'checkout' },
  success: { title: 'After the payment', page: 'success' },
  client: { title: 'My Orders', page: 'client' },
  order: { title: 'Order page', page: 'order' },
  receipt: { title: 'Receipt', page: 'receipt' },
  contact: { title: 'Contact', page: 'contact' },
  notFound: { title: 'Page not found', page: 'not-found' },
  emails: { title: 'Emails', page: 'email' },
  legal: { title: 'Legal pages', page: 'terms' },
  shell: { title: 'Every page', page: 'home' },
  heads: { title: 'Titles and descriptions', page: 'home' },
};

export const placeTitles: readonly string[] = Object.values(places).map(({ title }) => title);

/** A key of a newer store has its own name as its title. */
export function placeOf(key: string): Place {
  const [first = '', second = '', third = ''] = key.split('.');
  const place = places[first] ?? { title: first, page: 'home' };
  const page = previewPages.find((name) => [second, third].includes(name));
  return { title: place.title, page: ['heads', 'legal', 'shell'].includes(first) ? (page ?? place.page) : place.page };
}

/** "titles.payment" for `checkout.island.titles.payment`. */
export function shortKey(key: string): string {
  return key.replace(/^\w+\.(island\.|page\.|kinds\.)?/, '');
}
