// Pages as operators see them: display names, the stored form of their paths, and which have a preview. Pure, and separate
// from `pages.ts`, which every public page loads.
import { splitLanguage } from './languages.ts';
import type { PageName } from './pages.ts';

const labels: Record<string, string> = {
  '/': 'Home',
  '/about': 'About',
  '/contact': 'Contact',
  '/checkout': 'Checkout',
  '/success': 'Success',
  '/client': 'Order Tracking',
  '/sample': 'Sample Order',
  '/admin': 'Admin Dashboard',
  '/admin/orders': 'Admin Orders',
  '/admin-login': 'Admin Login',
};

/** An unknown page is shown as its path, at most 60 characters. */
export function pageLabel(path: string): string {
  if (/^\/admin\/orders\//.test(path)) return 'Admin Orders';
  return labels[plainPath(path)] ?? [...path].slice(0, 60).join('');
}

/** Removes the language prefix, so that a page counts once in all languages. */
export function plainPath(path: string): string {
  const plain = splitLanguage(path).rest.replace(/\/+$/, '');
  return plain === '' ? '/' : plain;
}

/** Maximum length of a stored path, in characters. */
export const longestPath = 200;

/**
 * The path to store: without the query, which may contain an order ID, and without the key of a receipt, an order or a pause. Null for an invalid
 * or too long path.
 */
export function storedPath(written: string): string | null {
  const [path = ''] = written.split(/[?#]/);
  const { rest } = splitLanguage(path);
  const prefix = path.slice(0, path.length - rest.length);
  const kept = prefix + rest.replace(/^(\/(?:receipt|order|pause))\/.*$/, '$1');
  if (!kept.startsWith('/') || kept.length > longestPath || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(kept)) return null;
  return kept;
}

/** Pages with texts that an operator can change. */
export const previewPages = [
  'home',
  'about',
  'contact',
  'checkout',
  'success',
  'client',
  'terms',
  'privacy',
  'refunds',
  'receipt',
  'order',
  'pause',
  'status',
  'unavailable',
  'not-found',
] as const satisfies readonly PageName[];
export type PreviewPage = (typeof previewPages)[number];

/** What a preview can show. */
export const previewSubjects = [...previewPages, 'email'] as const;
export type PreviewSubject = (typeof previewSubjects)[number];
