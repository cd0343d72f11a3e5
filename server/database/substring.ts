// Texts that hold a text, as SQL: for an index of groups of three characters, and for where each text is looked at anyway.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Of a text longer than two of them the index is asked for so many characters at either end; the rest is compared where it found something. */
const endLength = 6;

/**
 * True where `column` holds `text`, taken literally; both in lower case. Of a long text the index is asked for its ends only:
 * each group of characters costs as much as the first, and those between find next to nothing less. What stands behind an @
 * says little.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  const letters = [...text];
  const distinctive = [...(text.split('@').find((part) => [...part].length >= 3) ?? text)];
  const ends =
    distinctive.length > 2 * endLength
      ? [distinctive.slice(0, endLength), distinctive.slice(-endLength)]
      : [distinctive];
  const hasDistinctive = sql`${column} like ${`%${ends.map((end) => literally(end.join(''))).join('%')}%`}`;
  const isWhole = ends.length === 1 && distinctive.length === letters.length;
  return isWhole ? hasDistinctive : sql`(${hasDistinctive} and strpos(${column}, ${text}) > 0)`;
}

/** True where a word of `column`, or a name behind an @, begins with `text`, which may be too short for the index's groups. */
export function holdsWordFrom(column: SQLWrapper, text: string): SQL {
  return sql`${column} ~ ${`(^| )@?${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`;
}

/** The same as `holdsText` where no index is asked: half the work. */
export function holdsTextUnindexed(column: SQLWrapper, text: string): SQL {
  return sql`strpos(${column}, ${text}) > 0`;
}

/** The same as `holdsWordFrom` where no index is asked: a third of the work. */
export function holdsWordFromUnindexed(column: SQLWrapper, text: string): SQL {
  const forms = ['', '@', '% ', '% @'].map((before) => sql`${column} like ${`${before}${literally(text)}%`}`);
  return sql`(${sql.join(forms, sql` or `)})`;
}

/** No sign of LIKE stands for another one. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
