// Matches provider orders to the links of an order. Pure.
import { hrefOf, normaliseLink } from '../../../contract/post-links.ts';

/**
 * One entry for each link, null for an unsent one. Matches the exact text first, then the post that it identifies.
 * Each provider order matches one link only, so that an old order with a duplicate link does not look sent twice.
 */
export function matchDeliveries<D extends { post_link?: string | undefined }>(
  postLinks: readonly string[],
  deliveries: readonly D[],
): (D | null)[] {
  const free = new Set(deliveries);
  const matched = new Map<number, D>();
  const sameText = (link: string, delivery: D) => delivery.post_link === link;
  const samePost = (link: string, delivery: D) =>
    hrefOf(link) !== null && normaliseLink(delivery.post_link ?? '').key === normaliseLink(link).key;
  for (const same of [sameText, samePost]) {
    postLinks.forEach((link, position) => {
      if (matched.has(position)) return;
      const found = [...free].find((delivery) => same(link, delivery));
      if (!found) return;
      free.delete(found);
      matched.set(position, found);
    });
  }
  return postLinks.map((_, position) => matched.get(position) ?? null);
}
