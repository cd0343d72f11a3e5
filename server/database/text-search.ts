// Full-text search in SQL, through a GIN index.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** In characters: a tsvector is limited to a megabyte. */
const longestText = 100_000;
/** Punctuation and blanks split an address or a link into words, so that a search finds each part. */
const separators =
  '[!-/:-@[-`{-~\\u00a0-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+';
/** Shorter search words match whole words only: too many words would begin with them. */
const shortestPrefix = 3;

/** All words of these columns, in lower case. An index must have exactly this expression. */
export function toSearchVector(...columns: SQLWrapper[]): SQL {
  const texts = columns.map((column) => sql`coalesce(${column}, '')`);
  const text = sql`left(${sql.join(texts, sql` || ' ' || `)}, ${sql.raw(String(longestText))})`;
  return sql`to_tsvector('simple', regexp_replace(${text}, ${sql.raw(`'${separators}'`)}, ' ', 'g'))`;
}

/** True for rows where `words` contains each word of the search, or a word that begins with it. */
export function hasWords(words: SQLWrapper, search: string): SQL {
  // In a database of the locale C, PostgreSQL puts only A to Z in lower case.
  const searched = search
    .toLowerCase()
    .split(new RegExp(`${separators}|\\s+`))
    .filter((word) => word !== '');
  const query = searched.map((word) => `'${word}'${[...word].length < shortestPrefix ? '' : ':*'}`).join(' & ');
  return sql`${words} @@ to_tsquery('simple', ${query})`;
}
