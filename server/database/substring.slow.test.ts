// The two ways to ask for a text, by an index and by looking, are one question.
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { holdsText, holdsTextUnindexed, holdsWordFrom, holdsWordFromUnindexed } from './substring.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const column = sql.raw('t.text');
const texts = [
  'ab12cd34ef56 ana.silva_longer-than-most@example.org @ana_s completed',
  'zq000000000a o%brien\\x@sub.example.com @o.brien pending',
  'aaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaaaaaa@aaaa.aa @aaaaaaaa paid',
  'é0000000000b josé@exämple.org @josé_ failed',
  '@begins with a sign',
  '',
];

async function matches(condition: SQL): Promise<boolean[]> {
  const list = sql.join(
    texts.map((text, at) => sql`(${at}::int, ${text}::text)`),
    sql`, `,
  );
  const { rows } = await db.database.db.execute<{ holds: boolean }>(
    sql`select ${condition} as holds from (values ${list}) as t(at, text) order by at`,
  );
  return rows.map(({ holds }) => holds);
}

/** Every part of every text, and parts that nearly are. */
function partsOf(lengths: number[]): string[] {
  const parts = new Set<string>([
    '%',
    '_',
    '\\',
    '.*',
    '@',
    ' @',
    '(a',
    '[a',
    'a+',
    'x{1}',
    '@@',
    'aaaaaaaaaaaaaaaaaaaaaaaab',
  ]);
  for (const text of texts) {
    for (const length of lengths) {
      for (let at = 0; at + length <= text.length; at += 3) {
        const part = text.slice(at, at + length);
        parts
          .add(part)
          .add(`${part.slice(0, -1)}_`)
          .add(part.replace('a', '%'));
      }
    }
  }
  return [...parts];
}

test('a text of three characters and more is held where it stands in the text, literally', async () => {
  for (const part of partsOf([3, 5, 12, 13, 20, 31]).filter(({ length }) => length >= 3)) {
    const held = texts.map((text) => text.includes(part));
    expect(await matches(holdsText(column, part)), part).toEqual(held);
    expect(await matches(holdsTextUnindexed(column, part)), part).toEqual(held);
  }
});

test('a shorter one is held where a word, or a name behind an @ that begins a word, begins with it', async () => {
  for (const part of partsOf([1, 2])) {
    const held = texts.map((text) => [` ${part}`, ` @${part}`].some((form) => ` ${text}`.includes(form)));
    expect(await matches(holdsWordFromUnindexed(column, part)), part).toEqual(held);
    expect(await matches(holdsWordFrom(column, part)), part).toEqual(held);
  }
});
