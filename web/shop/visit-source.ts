// Where the visit came from, kept in this tab beside the order in progress until the result page clears both. The store
// cleans it (contract/visit-source.ts). Every public page loads this file, so keep it small.

/** The tags of the address, without any other part of it. Cut, because each later address has them. */
export function readTags(): string {
  return (location.search.match(/\b(utm_\w+|ref)=[^&]*/g) ?? []).join('&').slice(0, 999);
}

/**
 * By the first page of the visit. A page that a payment leads back to has no part in it. With a GPC or DNT signal nothing is
 * stored. The key is that of `in-progress-order.ts`, which is not loaded by every page.
 */
export function keepSource(): void {
  const isPrivate =
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1';
  if (isPrivate || /\/success|orderId/.test(location.href)) return;
  try {
    const order = JSON.parse(sessionStorage.orderInProgress ?? '{}');
    order.source ??= {
      tags: readTags(),
      referrer_host: document.referrer.split('/')[2],
      landing: location.pathname,
    };
    sessionStorage.orderInProgress = JSON.stringify(order);
  } catch {
    // Storage is blocked or full: the address keeps the tags.
  }
}
