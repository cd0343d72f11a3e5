// The names of sources, campaigns, pages, countries and devices as the admin shows them.

import { pageLabel } from '../../../contract/page-labels.ts';
import type { SourceList } from '../../../contract/source-lists.ts';
import { sourceWords } from '../../../contract/visit-source.ts';
import { countryName, unknownCountry } from '../country-names.ts';
import type { Texts } from '../texts/texts.ts';

export function sourceName(texts: Texts['sources'], list: SourceList, name: string): string {
  if (list === 'source') return wordIn(texts.words, name) ?? name;
  if (list === 'landing') return pageLabel(name);
  if (list === 'country') return name === unknownCountry ? texts.words.unknown : countryName(name, texts.lang);
  if (list === 'device') return texts.devices[name as keyof typeof texts.devices] ?? texts.words.unknown;
  return name;
}

function wordIn(words: Texts['sources']['words'], name: string): string | undefined {
  const word = sourceWords.find((known) => known === name);
  return word && words[word];
}
