// Where the public pages live, and leaving one for another. Every page is a document of its own with its own rules
// for the browser (D-26), so going somewhere is always a full page load.

export const links = {
  home: '/',
  about: '/about',
  contact: '/contact',
  checkout: '/checkout',
  tracking: '/client',
} as const;

export function successLink(orderId: string, resultIndicator?: string): string {
  const query = new URLSearchParams({ orderId });
  if (resultIndicator) query.set('resultIndicator', resultIndicator);
  return `/success?${query}`;
}
