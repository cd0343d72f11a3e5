// The gateway returns every buyer to the English result page: the page continues in the language that the buyer chose.
import { languagePrefixes } from '../../../contract/languages.ts';
import { chosenLanguage } from '../language-memory.ts';

/** The path of the result page in the chosen language, or null when this is the right one. */
export function resultElsewhere({ pathname, search }: Location, chosen = chosenLanguage()): string | null {
  const prefix = chosen ? languagePrefixes[chosen] : '';
  return prefix !== '' && /^\/success\/?$/.test(pathname) ? `${prefix}/success${search}` : null;
}
