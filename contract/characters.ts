// The one form of names, texts, passwords and codes that people type, paste or send (D-53). Pure, without zod. Addresses
// and links: `email-address.ts`, which public pages load alone.
import { asciiDigits } from './number-inputs.ts';

/**
 * A joiner that is part of a word or an emoji: after a letter of a script that joins its letters, or between two
 * pictures. Any other format character is invisible, or reorders what stands around it.
 */
const joiners = [
  String.raw`(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}`,
  String.raw`\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}])[\u200c\u200d]`,
  String.raw`|(?<=\p{ExtPict}(?:\p{EMod}|\ufe0f)?)\u200d(?=\p{ExtPict})`,
].join('');
const joinerOrFormat = new RegExp(String.raw`(${joiners})|[\p{Cf}\u115f\u1160\u3164\uffa0]`, 'gu');

/** A name on one line, in NFC. */
export function cleanName(text: string): string {
  return cleanLine(text.replace(joinerOrFormat, '$1')).normalize('NFC');
}

/** The API refuses another name. An empty one is another matter. */
export function isPlainName(text: string): boolean {
  return text.replace(joinerOrFormat, '$1') === text && (text.trim() === '' || !isBlank(text));
}

/** Plain text with \n, without other control characters, outer blanks, and controls that reorder what is read. */
export function cleanText(text: string): string {
  if (isBlank(text)) return '';
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}|\p{Bidi_C}|[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

/** True for a text of which nothing is visible. */
export function isBlank(text: string): boolean {
  // U+2800 is a Braille cell without a dot.
  return /^[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u.test(text);
}

/** Passwords are compared and hashed in this form. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFKC');
}

/** A one-time code in ASCII and in lower case, without the spaces and dashes that a person types. */
export function cleanCode(typed: string): string {
  return asciiDigits(typed.normalize('NFKC'))
    .replace(/[\s\p{Pd}\p{Cf}\p{DI}\u2212]/gu, '')
    .toLowerCase();
}
