// The rows that one request writes, as a script for pgbench: the same tables, indexes and values, without the store and its
// triggers.
import { setTimeout as wait } from 'node:timers/promises';

type Sql = (statement: string) => Promise<Record<string, unknown>[]>;

export type BareCopy = {
  /** Rows written for each request, by table. */
  rows: Record<string, number>;
  indexes: number;
  /** The store's own, for each request. */
  walBytes: number;
  script: string;
};

/** A table that gets a row with fewer of the requests is left out, such as a roll-up that a batch writes once. */
const leastRows = 0.9;

/** An idle session of PostgreSQL publishes its counts after ten seconds. */
const untilCountedMs = 11_000;

/** `work` makes requests and returns their number. */
export async function bareCopyOf(sql: Sql, work: () => Promise<number>): Promise<BareCopy> {
  const before = await countsOf(sql);
  const [start] = await sql('select pg_current_wal_insert_lsn() as at');
  const count = await work();
  const [end] = await sql(`select pg_current_wal_insert_lsn() - '${start?.at}'::pg_lsn as bytes`);
  const after = await countsOf(sql);
  const rows: Record<string, number> = {};
  for (const [table, written] of Object.entries(after)) {
    const each = (written - (before[table] ?? 0)) / count;
    if (each >= leastRows) rows[table] = each;
  }
  let indexes = 0;
  const inserts: string[] = [];
  await sql('create schema bare');
  for (const [table, each] of Object.entries(rows)) {
    await sql(`create table bare.${table} (like public.${table} including all)`);
    const [found] = await sql(
      `select count(*)::int as n from pg_indexes where schemaname = 'bare' and tablename = '${table}'`,
    );
    indexes += Number(found?.n);
    for (let at = 0; at < Math.round(each); at += 1) inserts.push(await insertOf(sql, table));
  }
  const [last, ...others] = inserts.toReversed();
  const script = `\\set n random(1, 1000000000000000)\nwith ${others.map((one, at) => `w${at} as (${one})`).join(', ')} ${last};\n`;
  return { rows, indexes, walBytes: Number(end?.bytes) / count, script };
}

/** Rows that were inserted or changed since the start. */
async function countsOf(sql: Sql): Promise<Record<string, number>> {
  await wait(untilCountedMs);
  const found = await sql(
    `select relname as table, n_tup_ins + n_tup_upd as rows from pg_stat_user_tables where schemaname = 'public'`,
  );
  return Object.fromEntries(found.map(({ table, rows }) => [String(table), Number(rows)]));
}

/** An order's ID and a buyer's address of its own for each transaction, as the load of the store has them. */
const variable: [RegExp, string][] = [
  [
    /\b[A-Z0-9]{12}\b/g,
    "translate(to_char((:n)::bigint % 1000000000000, 'FM000000000000'), '0123456789', 'ABCDEFGHJK')",
  ],
  [/buyer\d+@/g, "'buyer' || (:n)::bigint % 5000 || '@'"],
];

/** With the values of the newest row, but for what each order has of its own and the keys. */
async function insertOf(sql: Sql, table: string): Promise<string> {
  const columns = await sql(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' as generated,
       a.attidentity <> '' as identity, exists (select from pg_index i where i.indrelid = a.attrelid
         and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as keyed
     from pg_attribute a where a.attrelid = 'public.${table}'::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
  );
  const written = columns.filter(({ generated, identity }) => !generated && !identity);
  const list = written.map(({ name }) => `"${name}"`).join(', ');
  const quoted = written.map(({ name }) => `coalesce(quote_literal("${name}"), 'null') as "${name}"`).join(', ');
  const [row = {}] = await sql(`select ${quoted} from public.${table} order by ctid desc limit 1`);
  const values = written.map(({ name, type, keyed }) => {
    const value = String(row[String(name)]);
    const filled = variable.reduce((text, [part, by]) => text.replaceAll(part, `' || ${by} || '`), value);
    const literal = `(${filled})::${type}`;
    if (!keyed || value === 'null' || filled !== value) return literal;
    if (type === 'text') return '(:n)::bigint::text';
    if (type === 'uuid') return 'gen_random_uuid()';
    if (type === 'bigint' || type === 'integer')
      return type === 'bigint' ? '(:n)::bigint' : '((:n)::bigint % 2000000000)::integer';
    return literal;
  });
  return `insert into bare.${table} (${list}) values (${values.join(', ')}) on conflict do nothing`;
}
