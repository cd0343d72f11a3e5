// Addresses as other systems take them: the domain in ASCII.
import { domainToASCII } from 'node:url';

/** `anna@xn--mnchen-3ya.example`. Empty for a domain that cannot exist. */
export function withAsciiDomain(address: string): string {
  if (isAscii(address)) return address;
  const at = address.lastIndexOf('@') + 1;
  const domain = domainToASCII(address.slice(at));
  return domain === '' ? '' : address.slice(0, at) + domain;
}

export function isAscii(address: string): boolean {
  return /^[\0-\x7f]*$/.test(address);
}
