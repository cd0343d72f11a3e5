// Title, description and the head's other elements of each public page. Returns escaped HTML, never a script.
import { isPrivatePage, type PageData, type PageName } from '../../contract/pages.ts';

type Words = { title: string; description: string };

export function wordsOf({ page, store }: PageData): Words {
  const known = words[page];
  const title = page === 'home' ? `${store.name}: ${known.title}` : `${known.title} | ${store.name}`;
  return { title, description: known.description };
}

export function headOf(data: PageData): string {
  const { title, description } = wordsOf(data);
  if (isPrivatePage(data.page)) return '';
  const address = `${data.publicUrl}${data.path}`;
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', data.store.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
  ];
  const tags = properties.map(([name, value]) => `<meta property="${name}" content="${escaped(value)}">`);
  return [...tags, '<meta name="twitter:card" content="summary">'].join('');
}

const words: Record<PageName, Words> = {
  home: {
    title: 'likes and views for your Instagram posts',
    description:
      'Choose how many likes or views you want, paste your post link and pay by card. No account, no password.',
  },
  about: {
    title: 'How it works',
    description:
      'Three steps to more likes or views, and plain answers on safety, speed, several posts, refunds and passwords.',
  },
  contact: {
    title: 'Contact',
    description: 'How to reach our support by e-mail, when we answer, and what to write so that we can help at once.',
  },
  checkout: {
    title: 'Checkout',
    description: 'Enter your e-mail and your post links, then pay by card in the form on this page.',
  },
  success: { title: 'Your order', description: 'What became of your payment, and what happens next.' },
  client: { title: 'My Orders', description: 'Find your orders by e-mail and follow their delivery.' },
  'not-found': { title: 'Page not found', description: 'There is nothing at this address.' },
  admin: { title: 'Admin', description: 'The desk of the store.' },
};

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
