// The one form in which the store keeps and compares addresses (D-53): also the domain has one, in Unicode. Browsers send
// it in ASCII. Public pages only need `cleanAddress`.
import { cleanAddress } from './email-address.ts';

/** Like the SQL function `clean_address`. */
export function normalAddress(text: string): string {
  return cleanAddress(text).replace(/@[^@]*$/, (domain) => `@${unicodeLabels(domain.slice(1))}`);
}

/** A text to search for: also a domain, or a part of one. */
export function normalSearch(text: string): string {
  return text.includes('@') ? normalAddress(text) : unicodeLabels(cleanAddress(text));
}

/** Equal for two spellings of one address. */
export function emailKey(address: string): string {
  return normalAddress(address).toLowerCase();
}

function unicodeLabels(domain: string): string {
  return domain.split('.').map(unicodeLabel).join('.');
}

function unicodeLabel(label: string): string {
  const [, encoded] = /^xn--([a-z0-9-]{1,59})$/.exec(label.toLowerCase()) ?? [];
  const decoded = encoded === undefined ? null : decodePunycode(encoded);
  const isNormal = decoded !== null && /[^\0-\x9f]/.test(decoded) && !/[\x80-\x9f\u1680\u2028\u2029]/.test(decoded);
  return isNormal && cleanAddress(`@${decoded}`) === `@${decoded}` ? decoded : label;
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';
const highest = 0x7fffffff;

/** RFC 3492. Null for a text that is no encoding. */
function decodePunycode(encoded: string): string | null {
  const end = Math.max(0, encoded.lastIndexOf('-'));
  const points = [...encoded.slice(0, end)];
  let [at, code, place, bias] = [end === 0 ? 0 : end + 1, 128, 0, 72];
  while (at < encoded.length) {
    const before = place;
    let weight = 1;
    for (let step = 36; ; step += 36) {
      const digit = at < encoded.length ? digits.indexOf(encoded.charAt(at)) : -1;
      at += 1;
      place += digit * weight;
      if (digit < 0 || weight > highest || place > highest) return null;
      const threshold = Math.min(26, Math.max(1, step - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = points.length + 1;
    bias = adaptedBias(place - before, length, before === 0);
    code += Math.floor(place / length);
    place %= length;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    points.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
  return points.join('');
}

function adaptedBias(change: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let bias = 0;
  for (; delta > 455; bias += 36) delta = Math.floor(delta / 35);
  return bias + Math.floor((36 * delta) / (delta + 38));
}
