// Many rows into a table with one statement, however many columns: one array per column, which the server takes apart.
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database/database.ts';

/** Inserts rows. A column that one of them has is null in the others. Nothing for none. */
export async function insertRows<T extends PgTable>(tx: Tx, table: T, rows: T['$inferInsert'][]): Promise<void> {
  if (rows.length === 0) return;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const into: SQL[] = [];
  const taken: SQL[] = [];
  const arrays: SQL[] = [];
  for (const name of new Set(rows.flatMap(Object.keys))) {
    const column = columns[name];
    if (!column) throw new Error(`The table has no column ${name}.`);
    const type = column.getSQLType();
    const isArray = type.endsWith('[]');
    into.push(sql`${sql.identifier(column.name)}`);
    // Arrays of different lengths cannot be one array: they travel as text.
    taken.push(sql`${sql.identifier(column.name)}${sql.raw(isArray ? `::${type}` : '')}`);
    const values = rows.map((row) => literal(row[name as keyof typeof row]));
    arrays.push(sql`${`{${values.join(',')}}`}::${sql.raw(isArray ? 'text' : type)}[]`);
  }
  // Writes these rows.
  await tx.execute(sql`
    insert into ${table} (${sql.join(into, sql`, `)})
    select ${sql.join(taken, sql`, `)} from unnest(${sql.join(arrays, sql`, `)}) as r(${sql.join(into, sql`, `)})
  `);
}

// A value inside an array as PostgreSQL writes arrays.
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (Array.isArray(value)) return quoted(`{${value.map(literal).join(',')}}`);
  return quoted(JSON.stringify(value));
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}
