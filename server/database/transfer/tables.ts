// The tables and sequences of a store, and its newest migration.
import pg from 'pg';

export type Table = { name: string; columns: string[] };
type Found = Table & { needs: string[] };
export type Sequence = { name: string; last: string };
export type Version = {
  /** The time of the newest migration in the journal. */
  migratedTo: number;
  /** The last migration of the job queue. */
  queueMigration: number;
};

/** Belongs to the processes of this moment, not to the store. */
const leftOut = ['public.worker_heartbeats', 'graphile_worker.migrations'];

/** Those with lasting rows; a table comes after those that it refers to. Names and columns are quoted where they need it. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  // The tables to export with their columns and foreign keys; the rows of partitions belong to their table.
  const { rows } = await client.query<Found & { columns: string[] }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select quote_ident(fn.nspname) || '.' || quote_ident(f.relname)
        from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p'
      and pg_has_role(c.relowner, 'usage')
    order by 1`,
  );
  return inOrder(rows.filter(({ name }) => !leftOut.includes(name)));
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`,
  );
  return rows;
}

/** Null where no store was ever started on this database. */
export async function readVersion(client: pg.Client): Promise<Version | null> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null
      and to_regclass('graphile_worker.migrations') is not null as known`,
  );
  if (!known.rows[0]?.known) return null;
  const { rows } = await client.query<{ ours: string | null; queue: number | null }>(
    `select (select max(created_at) from drizzle.__drizzle_migrations)::text as ours,
      (select max(id) from graphile_worker.migrations)::int as queue`,
  );
  const [found] = rows;
  if (!found?.ours || found.queue === null) return null;
  return { migratedTo: Number(found.ours), queueMigration: found.queue };
}

/** A session of its own, in which values are written the same way everywhere. */
export async function openTransferSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'applaud transfer' });
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
    set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '30s';
    set idle_in_transaction_session_timeout = 0`,
  );
  return client;
}

export function copyOutOf({ name, columns }: Table): string {
  // A partitioned table can only be copied by a query.
  return `copy (select ${columns.join(', ')} from ${name}) to stdout`;
}

function inOrder(found: Found[]): Table[] {
  const ordered: Found[] = [];
  let left = found;
  while (left.length > 0) {
    const waits = (table: Found) => table.needs.some((need) => left.some(({ name }) => name === need));
    const next = left.filter((table) => !waits(table));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${left.map(({ name }) => name).join(', ')}.`);
    ordered.push(...next);
    left = left.filter((table) => waits(table));
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}
