// Texts that hold a text, as SQL that an index of groups of three characters answers.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The index looks at so many characters; the rest is compared where it found something. */
const lookedUp = 8;

/**
 * True where `column` holds `text`, taken literally; both in lower case. Of a long text the index is asked for a part only:
 * each further group costs as much as the first, and finds next to nothing less. What stands behind an @ says little.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  const whole = `%${literally(text)}%`;
  const letters = [...text];
  if (letters.length <= lookedUp) return sql`${column} like ${whole}`;
  const telling = text.split('@').find((part) => [...part].length >= 3) ?? text;
  const part = `%${literally([...telling].slice(0, lookedUp).join(''))}%`;
  // With an empty text behind it, the column is none that an index knows.
  return sql`(${column} like ${part} and ${column} || '' like ${whole})`;
}

/** For LIKE: no sign of it stands for another one. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
