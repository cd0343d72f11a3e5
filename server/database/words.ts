// Searches for words in SQL, through an index of words.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A value of words is limited to a megabyte. */
const longestText = 100_000;
/** Punctuation and blanks: an address or a link is several words, so that each of its parts is found. */
const separators =
  '[!-/:-@[-`{-~\\u00a0-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+';
/** A shorter one is no beginning of a word: too many would begin with it. */
const shortestBeginning = 3;

/** The words of these columns together, in lower case. An index must have exactly this expression. */
export function wordsOf(...columns: SQLWrapper[]): SQL {
  const texts = columns.map((column) => sql`coalesce(${column}, '')`);
  const text = sql`left(${sql.join(texts, sql` || ' ' || `)}, ${sql.raw(String(longestText))})`;
  return sql`to_tsvector('simple', regexp_replace(${text}, ${sql.raw(`'${separators}'`)}, ' ', 'g'))`;
}

/** True where `words` has each word of the search, or one that begins with it. */
export function holdsWords(words: SQLWrapper, search: string): SQL {
  const searched = search.split(new RegExp(`${separators}|\\s+`)).filter((word) => word !== '');
  const query = searched.map((word) => `'${word}'${[...word].length < shortestBeginning ? '' : ':*'}`).join(' & ');
  return sql`${words} @@ to_tsquery('simple', ${query})`;
}
