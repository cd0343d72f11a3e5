// Texts that hold a text, as SQL that an index of groups of three characters answers.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The index looks at so many characters; the rest is compared where it found something. */
const lookedUp = 8;

/**
 * True where `column` holds `text`, taken literally; both in lower case. Of a long text the index is asked for a part only:
 * each further group costs as much as the first, and finds next to nothing less. What stands behind an @ says little.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  const letters = [...text];
  if (letters.length <= lookedUp) return sql`${column} like ${`%${literally(text)}%`}`;
  const telling = text.split('@').find((part) => [...part].length >= 3) ?? text;
  const part = `%${literally([...telling].slice(0, lookedUp).join(''))}%`;
  return sql`(${column} like ${part} and strpos(${column}, ${text}) > 0)`;
}

/** True where a word of `column`, or a name behind an @, begins with `text`, which may be too short for the index's groups. */
export function holdsWordFrom(column: SQLWrapper, text: string): SQL {
  return sql`${column} ~ ${`(^| )@?${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`;
}

/** No sign of LIKE stands for another one. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
