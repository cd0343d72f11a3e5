// The value of MAIL_FROM: an address, or a name with an address in angle brackets (RFC 5322).
import { isPlainAddress } from '../../contract/email-address.ts';
import { normalAddress } from '../../contract/normal-address.ts';

/** `name`: null where emails show the name of the store. */
export type MailSender = { address: string; name: string | null };

const mostLetters = 100;
/** Signs that a name has only in quotes. */
const needsQuotes = /[()<>[\]:;@\\,"]/;

/** The sender, or what is wrong with the text. */
export function parseMailSender(text: string): MailSender | { problem: string } {
  // A line break in a header would begin another header.
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return { problem: 'must be one line without control characters.' };
  const [, before, inBrackets] = /^(.*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = normalAddress((inBrackets ?? text).trim());
  if (!isPlainAddress(address)) return { problem: 'must be an email address, or a name and <address>.' };
  const typed = before?.trim() ?? '';
  if (typed === '') return { address, name: null };
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/u.exec(typed) ?? [];
  if (quoted === undefined && needsQuotes.test(typed))
    return { problem: 'must have its name in quotes: "Shop, Inc." <shop@example.com>.' };
  const name = (quoted?.replace(/\\(.)/gu, '$1') ?? typed).trim();
  if ([...name].length > mostLetters) return { problem: `must have a name of at most ${mostLetters} characters.` };
  return { address, name: name === '' ? null : name };
}
