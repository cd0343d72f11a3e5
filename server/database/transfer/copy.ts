// PostgreSQL's COPY on a connection of `pg`, which parses its messages but has no call for it. Rows stream with backpressure.
// Independent of any table.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** What `pg` hands to whatever it submits. */
type Wire = {
  stream: Socket;
  query(statement: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/**
 * Runs `copy ... to stdout`. `take` gets one row at a time, without its line end, in a reused buffer. Its promise is
 * awaited before much more is read.
 */
export function copyOut(
  client: pg.Client,
  statement: string,
  take: (row: Buffer) => Promise<unknown> | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null;
    const hold = (wire: Wire, busy: Promise<unknown>) => {
      wire.stream.pause();
      busy
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => wire.stream.resume());
    };
    client.query({
      ...silent,
      submit: (connection: unknown) => (connection as Wire).query(statement),
      handleCopyData: ({ chunk }: { chunk: Buffer }, wire: Wire) => {
        if (failure) return;
        try {
          const busy = take(chunk.subarray(0, chunk.length - 1));
          if (busy) hold(wire, busy);
        } catch (error) {
          failure = error;
        }
      },
      handleError: reject,
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    });
  });
}

/** Runs `copy ... from stdin` with chunks of whole rows, each with its line end. */
export function copyIn(client: pg.Client, statement: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let ended = false;
    const fail = (error: unknown) => {
      ended = true;
      reject(error);
    };
    async function pump(wire: Wire): Promise<void> {
      for await (const chunk of chunks) {
        if (ended) return;
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await drained(wire.stream);
      }
      wire.endCopyFrom();
    }
    client.query({
      ...silent,
      submit: (connection: unknown) => (connection as Wire).query(statement),
      handleCopyInResponse: (wire: Wire) => {
        pump(wire).catch((error: unknown) => {
          fail(error);
          wire.sendCopyFail('the source ended');
        });
      },
      handleError: fail,
      handleReadyForQuery: () => resolve(),
    });
  });
}

// A connection that ends never drains.
async function drained(stream: Socket): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    over.abort(),
  );
}

const nothing = () => {};
const silent = {
  handleRowDescription: nothing,
  handleDataRow: nothing,
  handleCommandComplete: nothing,
  handlePortalSuspended: nothing,
  handleEmptyQuery: nothing,
  handleParseComplete: nothing,
  handleCopyData: nothing,
  handleCopyInResponse: nothing,
};
