// Each module owns its tables: every module may read them in joins, only their own writes them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/platform/project-root.ts';
import { allTables } from '../../server/tables.ts';

const root = projectRoot();
/** Fills a sandbox store. */
const mayWriteAll = ['server/demo/'];

const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ path: join('server', file), text: readFileSync(join(root, 'server', file), 'utf8') }));

/** The folder of the schema file of each table, by the table's name in SQL. */
const owners = new Map(
  files
    .filter(({ path }) => path.endsWith('.schema.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => [name, dirname(path)] as const),
    ),
);

test('a table is written by its own module only', () => {
  const foreign = files
    .filter(({ path }) => !mayWriteAll.some((folder) => path.startsWith(folder)))
    .flatMap(({ path, text }) => foreignWrites(path, text));
  expect(foreign).toEqual([]);
});

test('the check finds a write of a foreign table, as a call and as SQL', () => {
  const text = `import { orders as o, orderNotes } from '../orders/orders.schema.ts';
    tx.insert(orderNotes); tx.select().from(o); sql\`update \${o} set x = 1\``;
  expect(foreignWrites('server/modules/payments/p.ts', text)).toEqual([
    'server/modules/payments/p.ts writes o of server/modules/orders',
    'server/modules/payments/p.ts writes orderNotes of server/modules/orders',
  ]);
  expect(foreignWrites('server/modules/orders/o.ts', text.replace('../orders/', './'))).toEqual([]);
  const plain = 'await client.query("delete from mails where id = $1")';
  expect(foreignWrites('server/modules/orders/o.ts', plain)).toEqual([
    'server/modules/orders/o.ts writes mails of server/modules/email',
  ]);
  expect(foreignWrites('server/modules/email/e.ts', plain)).toEqual([]);
});

test('every table of every schema file is in the list of all tables', async () => {
  const listed = new Set(allTables.map((table) => getTableName(table)));
  for (const { path, text } of files.filter((file) => file.path.endsWith('.schema.ts'))) {
    for (const [, name = ''] of text.matchAll(/pgTable\(\s*'(\w+)'/g)) expect(listed, path).toContain(name);
  }
  expect(listed.size).toBeGreaterThan(50);
});

function foreignWrites(path: string, text: string): string[] {
  const found = [...text.matchAll(/\b(?:insert into|update|delete from) "?([a-z_]+)"?/g)].flatMap(([, name = '']) => {
    const owner = owners.get(name);
    return owner && owner !== dirname(path) ? [`${path} writes ${name} of ${owner}`] : [];
  });
  for (const [, names = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '([^']*)\.schema\.ts'/g)) {
    const owner = dirname(join(dirname(path), from));
    if (owner === dirname(path)) continue;
    for (const name of names.split(',').map((each) => each.trim().split(' as ').at(-1) ?? '')) {
      const writes = new RegExp(
        `\\.(insert|update|delete)\\(${name}\\)|(insert into|update|delete from) \\$\\{${name}\\}`,
      );
      if (name && writes.test(text)) found.push(`${path} writes ${name} of ${owner}`);
    }
  }
  return found;
}
