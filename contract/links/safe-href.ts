// The address that a page may open for a link of an order, without the rules.
import { hrefOf } from '../post-links.ts';

/** As the rules build links. */
const canonical = /^https:\/\/((www|m|vm|vt)\.tiktok|www\.youtube)\.com\/[\w.~%@/?=-]{1,450}$/;

/** Null for a text that no rule made. */
export function safeHref(link: string): string | null {
  return canonical.test(link) ? link : hrefOf(link);
}
