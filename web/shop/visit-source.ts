// Where the visit came from, kept in this tab beside the order in progress until the result page clears both. The store
// cleans it (contract/visit-source.ts).

/** The tags of the address, without any other part of it. */
export function tagsOf({ search }: Location): string {
  return (search.match(/\b(utm_\w+|ref)=[^&]{0,600}/g) ?? []).join('&');
}

/**
 * By the first page of the visit. A page that a payment or an email leads back to has no part in it. With a GPC or DNT signal
 * nothing is stored. The key is that of `in-progress-order.ts`, which is not loaded by every page.
 */
export function keepSource(): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl || doNotTrack === '1' || /\/(success|order|pause)\b|orderId=/.test(location.href)) return;
  try {
    const order = JSON.parse(sessionStorage.orderInProgress ?? '{}');
    order.source ??= {
      tags: tagsOf(location),
      referrer_host: document.referrer.split('/')[2],
      landing: location.pathname,
    };
    sessionStorage.orderInProgress = JSON.stringify(order);
  } catch {
    // Storage is blocked or full: the address keeps the tags.
  }
}
