// Reads the tables of an export, and compares each table and the whole with the counts in the file.
import { fileRefusal } from './refusal.ts';
import { createRowSum, type LineReader, type RowSum } from './rows.ts';
import type { Sequence, Table } from './tables.ts';

export type Contents = { tables: number; rows: number };

export type ContentsConsumer = {
  /** Has to read all rows; returns their sum where they were stored. */
  table(table: Table, rows: AsyncGenerator<Buffer>): Promise<RowSum | null>;
  sequences(sequences: Sequence[]): Promise<void>;
};

type FileLine = { table: string; columns: string[] } | { sequences: Sequence[] } | ({ end: true } & Contents);

/** Reads to the very end of the file. Throws FileRefusal where it is not whole. */
export async function readContents(reader: LineReader, consumer: ContentsConsumer): Promise<Contents> {
  let [tables, rows] = [0, 0];
  for (;;) {
    const line = parseLine<FileLine>(await reader.line());
    if ('end' in line) {
      if (line.tables !== tables || line.rows !== rows) throw fileRefusal.damaged('tables are missing');
      // Reading on also makes gunzip verify its own checksum.
      if ((await reader.line()) !== null) throw fileRefusal.damaged('something follows its end');
      return { tables, rows };
    }
    if ('sequences' in line) {
      await consumer.sequences(line.sequences);
    } else {
      rows += await readTable(reader, { name: line.table, columns: line.columns }, consumer);
      tables += 1;
    }
  }
}

/** Reads all of the file, closes the reader, and keeps nothing. */
export async function checkContents(reader: LineReader): Promise<Contents> {
  const contents = readContents(reader, {
    table: async (_table, rows) => {
      for await (const _chunk of rows);
      return null;
    },
    sequences: async () => {},
  });
  return contents.finally(() => reader.close());
}

async function readTable(reader: LineReader, table: Table, consumer: ContentsConsumer): Promise<number> {
  const sum = createRowSum();
  const stored = await consumer.table(table, reader.rows(sum.add));
  const read = sum.end();
  const expected = parseLine<RowSum>(await reader.line());
  for (const { rows, hash } of stored ? [read, stored] : [read]) {
    if (rows === expected.rows && hash === expected.hash) continue;
    throw fileRefusal.damaged(`the rows of ${table.name} differ from their sum`);
  }
  return read.rows;
}

function parseLine<T extends object>(line: string | null): T {
  if (line === null) throw fileRefusal.cutOff();
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Not a line of JSON.
  }
  throw fileRefusal.damaged('a line in it cannot be read');
}
