// Two adjacent versions run side by side during an upgrade (docs/upgrading.md): a migration adds, or names what it needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = 'server/database/migrations';
const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
  entries: { tag: string; when: number }[];
};
/** Stores without this migration start on no database of a newer store, so what came before it needs no rule. */
const firstUnderRule = '0012';

/** Statements after which a store of the version before fails, or writes rows that the new one does not expect. */
function contractionsOf(sql: string): string[] {
  const made = [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, table]) => table);
  return sql
    .split(/;|--> statement-breakpoint/)
    .map((statement) => statement.trim())
    .filter((statement) => {
      const [, table] = /(?:TABLE|ON)\s+(?:ONLY\s+)?"?(\w+)"?/i.exec(statement) ?? [];
      if (table && made.includes(table)) return false;
      // No version empties a table.
      if (/\bBEFORE TRUNCATE ON\b/i.test(statement)) return false;
      // A new unique index with the name of the dropped one: the version before already handles its violation.
      const [, replaced] = /CREATE UNIQUE INDEX "?(\w+)"?/i.exec(statement) ?? [];
      if (replaced && new RegExp(`DROP INDEX (IF EXISTS )?"?${replaced}"?;`, 'i').test(sql)) return false;
      // No statement of a store names an index or a constraint of these.
      if (/^ALTER INDEX\b|\bRENAME CONSTRAINT\b/i.test(statement)) return false;
      const removes = /\bDROP (TABLE|COLUMN|FUNCTION|TRIGGER|VIEW|TYPE)\b|\bRENAME\b|\bDROP DEFAULT\b/i.test(statement);
      const tightens =
        /\bSET NOT NULL\b|\bSET DATA TYPE\b|\bADD CONSTRAINT\b|\bCREATE UNIQUE INDEX\b|\bCREATE TRIGGER\b/i.test(
          statement,
        );
      const isRequired =
        /\bADD COLUMN\b/i.test(statement) && /NOT NULL/i.test(statement) && !/DEFAULT/i.test(statement);
      return removes || tightens || isRequired;
    });
}

describe('migrations that a version before cannot work with', () => {
  test.each([
    'ALTER TABLE "orders" DROP COLUMN "note";',
    'DROP TABLE "notes";',
    'ALTER TABLE "orders" RENAME COLUMN "a" TO "b";',
    'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;',
    'ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;',
    'ALTER TABLE "orders" ADD CONSTRAINT "note" CHECK (true);',
    'CREATE UNIQUE INDEX "one" ON "orders" USING btree ("note");',
    'CREATE TRIGGER "kept" BEFORE DELETE OR TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();',
  ])('%s is one', (sql) => {
    expect(contractionsOf(sql)).toHaveLength(1);
  });

  test.each([
    'ALTER TABLE "orders" ADD COLUMN "note" text;',
    'ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT \'\' NOT NULL;',
    'CREATE INDEX "some" ON "orders" USING btree ("note");',
    'CREATE TABLE "notes" ("id" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "notes" ("id");',
    'CREATE TABLE IF NOT EXISTS "notes" ("id" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "notes" ("id");',
    'DROP INDEX "some";',
    'DROP INDEX "some";--> statement-breakpoint\nCREATE UNIQUE INDEX "some" ON "orders" USING btree ("note");',
    'ALTER INDEX "some" RENAME TO "others";',
    'ALTER TABLE "orders" RENAME CONSTRAINT "one" TO "other";',
    'CREATE TRIGGER "kept" BEFORE TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();',
  ])('%s is none', (sql) => {
    expect(contractionsOf(sql)).toEqual([]);
  });

  test('name the migration that a store needs beside them, in their first line', () => {
    const unmarked = entries
      .filter(({ tag }) => tag >= firstUnderRule)
      .map(({ tag }) => ({ tag, sql: readFileSync(join(folder, `${tag}.sql`), 'utf8') }))
      .filter(({ sql }) => contractionsOf(sql).length > 0 && !/^-- contract: needs \d{4}_\w+\n/.test(sql));
    expect(unmarked.map(({ tag }) => tag)).toEqual([]);
  });
});

test('migrations are in the order of their times: drizzle skips one that is older than the last one applied', () => {
  const early = entries.filter(({ when }, place) => place > 0 && when <= (entries[place - 1]?.when ?? 0));
  expect(early.map(({ tag }) => tag)).toEqual([]);
});
