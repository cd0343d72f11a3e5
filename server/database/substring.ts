// Substring searches in SQL, with a trigram index and without.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** For longer texts the index is searched for this many characters at each end; the rows found are compared in full. */
const endLength = 6;

/**
 * True where `column` contains `text`, literally; both in lower case. For a long text the index is searched for its
 * ends only: each trigram costs as much as the first, and those in the middle exclude almost nothing. The text after an
 * @ excludes little.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  const letters = [...text];
  const distinctive = [...(text.split('@').find((part) => [...part].length >= 3) ?? text)];
  const ends =
    distinctive.length > 2 * endLength
      ? [
          withoutWordStart(distinctive.slice(0, endLength).join('')),
          withoutDomainEnd(distinctive.slice(-endLength).join('')),
        ]
      : [distinctive.join('')];
  const hasDistinctive = sql`${column} like ${`%${ends.map(literally).join('%')}%`}`;
  const isWhole = ends.length === 1 && distinctive.length === letters.length;
  return isWhole ? hasDistinctive : sql`(${hasDistinctive} and strpos(${column}, ${text}) > 0)`;
}

/**
 * Without one or two characters that begin another word, after at least three others: with the blank before them they are
 * trigrams that most rows have, and reading these costs more than the orders that they exclude.
 */
function withoutWordStart(text: string): string {
  return text.replace(/^(.*[\p{L}\p{N}]{3}[^\p{L}\p{N}]+)[\p{L}\p{N}]{1,2}$/u, '$1');
}

/** Without `.com` and the like: three trigrams that most addresses have. */
function withoutDomainEnd(text: string): string {
  return text.replace(/([\p{L}\p{N}]{2}\.)\p{L}{2,3}$/u, '$1');
}

/** True where a word of `column`, or a name behind an @, begins with `text`, which may be too short for the index's groups. */
export function holdsWordFrom(column: SQLWrapper, text: string): SQL {
  return sql`${column} ~ ${`(^| )@?${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`;
}

/** The same as `holdsText` without an index: half the work. */
export function holdsTextUnindexed(column: SQLWrapper, text: string): SQL {
  return sql`strpos(${column}, ${text}) > 0`;
}

/** The same as `holdsWordFrom` without an index: a third of the work. */
export function holdsWordFromUnindexed(column: SQLWrapper, text: string): SQL {
  const forms = ['', '@', '% ', '% @'].map((before) => sql`${column} like ${`${before}${literally(text)}%`}`);
  return sql`(${sql.join(forms, sql` or `)})`;
}

/** True where `column` begins with `text`; also by a trigram index. */
export function beginsWith(column: SQLWrapper, text: string): SQL {
  return sql`${column} like ${`${literally(text)}%`}`;
}

/** Escapes the wildcards of LIKE. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
