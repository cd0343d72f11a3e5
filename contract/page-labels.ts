// What the pages of the store are called in lists, and how the path of a page is kept. Pure.
import { splitLanguage } from './languages.ts';

const labels: Record<string, string> = {
  '/': 'Home',
  '/about': 'About',
  '/contact': 'Contact',
  '/checkout': 'Checkout',
  '/success': 'Success',
  '/client': 'Order Tracking',
  '/admin': 'Admin Dashboard',
  '/admin/orders': 'Admin Orders',
  '/admin-login': 'Admin Login',
};

/** ADM-LIVE-12, A-67: others are shown as their path, 60 characters at most. */
export function pageLabel(path: string): string {
  if (/^\/admin\/orders\//.test(path)) return 'Admin Orders';
  return labels[plainPath(path)] ?? [...path].slice(0, 60).join('');
}

/** The same page in the other language is the same page. */
export function plainPath(path: string): string {
  const plain = splitLanguage(path).rest.replace(/\/+$/, '');
  return plain === '' ? '/' : plain;
}

/** Longest path that is kept (S-12). */
export const longestPath = 200;

/**
 * The path of a page as it may be kept: without its query, which may name an order, and without the key of a receipt.
 * Null for what is no path, or too long.
 */
export function storedPath(written: string): string | null {
  const [path = ''] = written.split(/[?#]/);
  const kept = path.replace(/^((?:\/pt)?\/receipt)\/.*$/, '$1');
  if (!kept.startsWith('/') || kept.length > longestPath || /[\p{Cc}\p{Cs}]/u.test(kept)) return null;
  return kept;
}
