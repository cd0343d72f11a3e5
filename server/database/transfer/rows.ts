// Rows as text lines: counted and summed up whatever their order, and read from a stream without holding it in memory.
import { createHash } from 'node:crypto';
import { fileRefusal } from './refusal.ts';

export type RowSum = { rows: number; hash: string };

/** Two tables with the same rows, in any order, have the same sum. */
export function createRowSum() {
  let rows = 0;
  let sum = 0n;
  return {
    add: (row: Buffer) => {
      rows += 1;
      sum = BigInt.asUintN(64, sum + createHash('sha256').update(row).digest().readBigUInt64BE(0));
    },
    end: (): RowSum => ({ rows, hash: sum.toString(16).padStart(16, '0') }),
  };
}

/** Ends the rows of a table. No row equals it, because backslashes in rows are doubled. */
export const endOfRows = '\\.';

export type LineReader = {
  /** The next line; null at the end. Throws FileRefusal where it is longer than `longestBytes`. */
  line(longestBytes?: number): Promise<string | null>;
  /** The rows up to their end, some at a time, each with its line end. Throws where the source stops before. */
  rows(seen: (row: Buffer) => void): AsyncGenerator<Buffer>;
  /** Stops reading from the source. */
  close(): Promise<void>;
};

export function createLineReader(source: AsyncIterable<Buffer>): LineReader {
  const chunks = source[Symbol.asyncIterator]();
  let lines: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);

  async function fill(longestBytes = Number.POSITIVE_INFINITY): Promise<boolean> {
    while (lines.length === 0) {
      if (rest.length > longestBytes) throw fileRefusal.notBackup();
      const { done, value } = await chunks.next();
      if (done) return false;
      const text = rest.length === 0 ? value : Buffer.concat([rest, value]);
      let from = 0;
      for (let to = text.indexOf(10); to !== -1; to = text.indexOf(10, from)) {
        lines.push(text.subarray(from, to));
        from = to + 1;
      }
      rest = text.subarray(from);
    }
    return true;
  }

  return {
    line: async (longestBytes) => ((await fill(longestBytes)) ? (lines.shift()?.toString('utf8') ?? null) : null),
    rows: async function* (seen) {
      while (await fill()) {
        const end = lines.findIndex(
          (line) => line.length === endOfRows.length && line.toString('latin1') === endOfRows,
        );
        const taken = end === -1 ? lines : lines.slice(0, end);
        for (const row of taken) seen(row);
        if (taken.length > 0) yield Buffer.concat(taken.flatMap((row) => [row, lineEnd]));
        lines = end === -1 ? [] : lines.slice(end + 1);
        if (end !== -1) return;
      }
      throw fileRefusal.cutOff();
    },
    close: async () => {
      await chunks.return?.();
    },
  };
}

const lineEnd = Buffer.from('\n');
