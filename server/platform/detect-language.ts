// The language of a message to the support.
import { frequentWords } from '../../contract/language-texts.ts';
import { defaultLanguage, type Language, languages } from '../../contract/languages.ts';

const isAddress = /@|:\/\/|^www\./i;

/** The language with most frequent words in the text, less emails and URLs; the default language where none leads. */
export function detectLanguage(text: string): Language {
  const words = text
    .split(/\s+/)
    .filter((word) => !isAddress.test(word))
    .join(' ');
  const counts = languages.map((language) => ({ language, count: words.match(frequentWords[language])?.length ?? 0 }));
  const most = Math.max(...counts.map(({ count }) => count));
  const leading = counts.filter(({ count }) => count === most);
  return leading.length === 1 ? (leading[0]?.language ?? defaultLanguage) : defaultLanguage;
}
