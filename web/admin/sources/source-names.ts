// The names of sources, campaigns, pages, countries and devices as the admin shows them.

import { pageLabel } from '../../../contract/page-labels.ts';
import type { SourceList } from '../../../contract/source-lists.ts';
import { type SourceWord, sourceWords } from '../../../contract/visit-source.ts';
import { countryName, unknownCountry } from '../country-names.ts';
import type { Texts } from '../texts/texts.ts';

export function sourceName(texts: Texts['sources'], list: SourceList, name: string): string {
  if (list === 'source') return wordOf(name) ? texts.words[wordOf(name) as SourceWord] : name;
  if (list === 'landing') return pageLabel(name);
  if (list === 'country') return name === unknownCountry ? texts.words.unknown : countryName(name, texts.lang);
  if (list === 'device') return texts.devices[name as keyof typeof texts.devices] ?? texts.words.unknown;
  return name;
}

/** The word for a source that is no link and no page; null for every other name. */
export function wordOf(name: string): SourceWord | null {
  return sourceWords.find((word) => word === name) ?? null;
}
