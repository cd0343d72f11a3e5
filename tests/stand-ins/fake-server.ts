// Test helper: what the fake servers of other services share.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Log, silentLog } from '../../server/observability/log.ts';
import { releaseTimeouts } from '../support/client-timeouts.ts';

/** Listens on a free port; `stop` cuts the open connections. */
export async function listen(server: Server): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((stopped) => {
      releaseTimeouts();
      server.close(() => stopped());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, stop };
}

/** Adds each line of the log to `lines`, as JSON. */
export function recordingLog(lines: string[]): Log {
  const write = (fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }));
  const log: Log = { ...silentLog, debug: write, info: write, warn: write, error: write, child: () => log };
  return log;
}
