import type { LanguageTexts } from '../../../../contract/text-settings.ts';

/** The keys of the texts that the operator wrote. An empty text is the default. */
export function changedKeys({ changed }: LanguageTexts): string[] {
  return Object.keys(changed).filter((key) => changed[key]?.trim());
}
