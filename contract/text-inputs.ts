// Texts of people as inputs of calls, in the form of `characters.ts` (D-53). What is refused names its reason.
import { z } from 'zod';
import { longestPassword } from './account-rules.ts';
import { cleanCode, cleanText, isPlainName, normalPassword } from './characters.ts';
import { normalAddress, normalSearch } from './normal-address.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** The reason of a refusal, for the error body. */
const because = (reason: RefusalReason) => ({ params: { reason } });

const wellFormed = (text: string) => !/[\0\p{Cs}]/u.test(text);

export const addressInput = z.string().overwrite(normalAddress);

/** Also a part of an address. */
export const searchInput = z.string().overwrite(normalSearch);

/** The words of a text search. */
export const wordsInput = z.string().refine(wellFormed).overwrite(cleanText).max(254);

/** A name of one line, or a tag. */
export function nameInput(longest: number) {
  return z
    .string()
    .refine(wellFormed)
    .refine(isPlainName, because('format_character'))
    .overwrite((name) => name.normalize('NFC'))
    .trim()
    .min(1)
    .max(longest);
}

/** Text of at least one visible character. */
export function noteInput(longest: number) {
  return z.string().refine(wellFormed).overwrite(cleanText).min(1).max(longest);
}

/** A one-time or backup code. */
export const codeInput = z.string().max(200).overwrite(cleanCode).max(40);

/** A password that is set. One that is compared is read as it was typed. */
export const newPasswordInput = z.string().max(longestPassword).overwrite(normalPassword).max(longestPassword);
