// Whether the support claim agrees with the support hours. Pure.
import { firstTexts } from './language-texts.ts';
import { type Language, languages } from './languages.ts';

/** True for "24/7", and for the same in words. */
export function isAroundTheClock(text: string, lang: Language): boolean {
  return /24\s*\/\s*7/.test(text) || firstTexts[lang].aroundTheClock.test(text);
}

type Given = {
  support_hours: Record<Language, readonly string[]>;
  claims: { support: { text: Record<Language, string> } };
};

/** False: the claim promises support at all times, and the support hours of that language do not. */
export function isSupportClaimCovered({ claims, support_hours }: Given): boolean {
  return languages.every(
    (lang) =>
      !isAroundTheClock(claims.support.text[lang], lang) ||
      support_hours[lang].some((line) => isAroundTheClock(line, lang)),
  );
}
