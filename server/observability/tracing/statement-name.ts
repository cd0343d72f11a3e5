// The name of a query in a trace: its verb and its table, without text and values.
import { getTableName } from 'drizzle-orm';
import { allTables } from '../../tables.ts';

const tables = new Set<string>(allTables.map((table) => getTableName(table)));
const verbs = /\b(select|insert|update|delete|begin|commit|rollback|set|notify|listen)\b/i;
const places = /\b(?:from|into|update|join)\s+"?(\w+)"?/gi;

/** In the words of OpenTelemetry's conventions for databases. */
export function nameStatement(statement: string): { name: string; attributes: Record<string, string> } {
  const operation = verbs.exec(statement)?.[1]?.toLowerCase() ?? 'other';
  const table = firstTable(statement);
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table ? { 'db.collection.name': table } : {}),
    },
  };
}

function firstTable(statement: string): string | null {
  for (const [, name = ''] of statement.matchAll(places)) if (tables.has(name)) return name;
  return null;
}
