// Gauges from the database, the same on every process, as the modules declare them. One query for all of them, over roll-ups
// and short lists, never over all orders.
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { type Database, onlyRow } from '../../database/database.ts';
import { withinTime } from '../../platform/clock.ts';
import type { ModuleMetrics } from '../../ports/module-parts.ts';

/** By the name of the gauge; of a gauge with a label, by its values. */
export type DbFigures = Record<string, number | Record<string, number>>;

const longestWaitMs = 3_000;

export async function readDbGauges(
  { db, now }: Pick<Database, 'db' | 'now'>,
  ofModules: readonly ModuleMetrics[],
): Promise<DbFigures> {
  const queries = ofModules.map(({ query }, place) => sql`(${query(now())}) as ${sql.identifier(`m${place}`)}`);
  const figures = db.execute<DbFigures>(sql`select * from ${sql.join(queries, sql`, `)}`);
  const inTime = await withinTime(longestWaitMs, figures, () => {
    throw new Error('The database did not answer in time.');
  });
  return onlyRow(inTime);
}

/** Returns what sets them. Null: the database did not return them in time. */
export function createDbGauges(
  registers: Registry[],
  ofModules: readonly ModuleMetrics[],
): (figures: DbFigures | null) => void {
  const up = new Gauge({
    name: 'applaud_database_up',
    help: '1 if the database returned the gauges that depend on it.',
    registers,
  });
  const gauges = ofModules.flatMap(({ gauges }) =>
    Object.entries(gauges).map(([name, { help, label }]) => ({
      name,
      label,
      gauge: new Gauge({ name, help, labelNames: label ? [label] : [], registers }),
    })),
  );
  return (figures) => {
    up.set(figures ? 1 : 0);
    for (const { name, label, gauge } of gauges) {
      // Unavailable gauges are removed: an old value would look like a store without activity.
      if (label) gauge.reset();
      else gauge.remove();
      const figure = figures?.[name];
      if (typeof figure === 'number') gauge.set(figure);
      else if (label) for (const [value, count] of Object.entries(figure ?? {})) gauge.set({ [label]: value }, count);
    }
  };
}
