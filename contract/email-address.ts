// Which texts are email addresses, for pages, orders, settings and emails alike.
import { cleanAddress } from './invisible-characters.ts';

/** At most 254 characters, and a domain with a dot, so that emails can be sent to it. */
export function isAcceptableEmail(email: string): boolean {
  const clean = cleanAddress(email);
  return clean.length <= 254 && isPlainAddress(clean) && /@.*\./.test(clean);
}

/** One plain mailbox: nothing that a mail server could parse as several addresses or as a display name. */
export function isPlainAddress(address: string): boolean {
  return !/[\s\p{Cc}\p{Cs}"(),:;<>[\]\\]/u.test(address) && /^[^@]+@[^@.]+(\.[^@.]+)*$/.test(address);
}
