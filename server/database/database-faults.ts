// Classifies errors of the driver and of the server: which of them mean that a later attempt may succeed.
import type { DatabaseOutage } from '../../contract/health.ts';

/** `busy` and `conflict` concern one statement only: it took too long, or another one was in its way. */
export type DatabaseFault = DatabaseOutage | 'busy' | 'conflict';

const byState: [RegExp, DatabaseFault][] = [
  [/^53100$/, 'disk_full'],
  [/^53300$/, 'out_of_connections'],
  // A primary became a standby, or an administrator closed it for writing.
  [/^25006$/, 'read_only'],
  // 40003: whether the statement completed is unknown, so it must not be retried automatically.
  [/^(57014|55P03|25P0[34]|40003|53400)$/, 'busy'],
  // 26000: the session lost a prepared statement.
  [/^(40001|40P01|26000)$/, 'conflict'],
  // 28, 3D000: the server refuses the session.
  [/^(08...|28...|3D000|57P0[1-5])$/, 'unreachable'],
  // Disk errors, damaged pages, no memory, a server that dies.
  [/^(53...|58...|XX...)$/, 'server_error'],
];

const networkCodes = new RegExp(
  `^(${[
    'ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_[A-Z]+|EHOST[A-Z]+|ENET[A-Z]+|EADDRNOTAVAIL|EPROTO',
    'ERR_STREAM_[A-Z_]+|ERR_SOCKET_[A-Z_]+|ERR_SSL_[A-Z0-9_]+|ERR_TLS_[A-Z_]+',
    'CERT_[A-Z_]+|SELF_SIGNED_[A-Z_]+|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_[A-Z_]+',
  ].join('|')})$`,
);
/**
 * Also codes of a file that cannot be read: only an attempt to connect makes them a fault of the database. EAGAIN: the local
 * socket of a frozen server holds as many attempts as it can.
 */
const connectCodes = /^(EAGAIN|ENOENT|EACCES|EPERM|EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;

/** The driver gives these errors no code. */
const byMessage: [RegExp, DatabaseFault][] = [
  [/^(timeout exceeded when trying to connect|Query read timeout)/, 'busy'],
  [/^cached plan must not change result type/, 'conflict'],
  [
    /^(Connection terminated|Connection ended|timeout expired$|Client has encountered|Client was closed)/,
    'unreachable',
  ],
  [
    /^(Cannot use a pool after calling end|The server does not support SSL|There was an error establishing an SSL)/,
    'unreachable',
  ],
  // The bytes of the server lost their frame.
  [/^(Received unexpected \w+ message from backend|received invalid response)/, 'unreachable'],
];

/** Files of the server that touch the disk. They report a read-only file system as a missing privilege. */
const diskSources = /^(md|fd|bufmgr|buffile|slru|xlog|copydir|relmapper|storage)\.c$/;

/** Files of the server that open a session: whatever they refuse, no statement was sent. */
const sessionSources = /^(postinit|auth|postmaster|backend_startup)\.c$/;

/** Null for every other error: a bug of the store, or a refusal that stays one. */
export function toDatabaseFault(error: unknown): DatabaseFault | null {
  return faultWithin(error, 5);
}

/** True when the database could not be reached, is going away or lacks room: a repeat later makes sense. */
export function isConnectionLoss(error: unknown): boolean {
  return toDatabaseFault(error) !== null;
}

/** True when the same would happen to any other statement now. */
export function isCommonFault(error: unknown): boolean {
  const fault = toDatabaseFault(error);
  return fault !== null && fault !== 'conflict' && fault !== 'server_error';
}

/** True when the database returned no answer, in time or at all. Another fault is an answer. */
export function isSilence(error: unknown): boolean {
  const fault = toDatabaseFault(error);
  return fault === 'unreachable' || fault === 'busy' || fault === 'out_of_connections';
}

export function isOutage(fault: DatabaseFault): fault is DatabaseOutage {
  return fault !== 'busy' && fault !== 'conflict';
}

function faultWithin(error: unknown, depth: number): DatabaseFault | null {
  if (!(error instanceof Error) || depth === 0) return null;
  const own = faultOfCode(error) ?? faultOfMessage(error.message);
  if (own) return own;
  // An attempt at several addresses of one name.
  const parts = error instanceof AggregateError ? [...error.errors, error.cause] : [error.cause];
  for (const part of parts) {
    const fault = faultWithin(part, depth - 1);
    if (fault) return fault;
  }
  return null;
}

function faultOfCode(error: Error): DatabaseFault | null {
  const { code, syscall, file } = error as { code?: unknown; syscall?: unknown; file?: unknown };
  if (typeof code !== 'string') return null;
  if (networkCodes.test(code)) return 'unreachable';
  if (connectCodes.test(code)) return syscall === 'connect' ? 'unreachable' : null;
  if (typeof file === 'string' && sessionSources.test(file) && code !== '53300') return 'unreachable';
  if (code === '42501') return typeof file === 'string' && diskSources.test(file) ? 'server_error' : null;
  return byState.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

function faultOfMessage(message: string): DatabaseFault | null {
  return byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
