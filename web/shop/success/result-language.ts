// The gateway returns every buyer to the English result page. This redirects to the buyer's language.
import { languagePrefixes } from '../../../contract/languages.ts';
import { chosenLanguage } from '../language-memory.ts';

/** The path of the result page in the stored language; null when the page already has it. */
export function resultElsewhere({ pathname, search }: Location, chosen = chosenLanguage()): string | null {
  const prefix = chosen ? languagePrefixes[chosen] : '';
  return prefix !== '' && /^\/success\/?$/.test(pathname) ? `${prefix}/success${search}` : null;
}
