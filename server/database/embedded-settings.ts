// Owns how the bundled server is configured. Settings travel on the command line, so that a new version of the store
// changes them at the next start and the data folder holds none of them.
import { totalmem } from 'node:os';

export type Address = { socketDir: string | null; host: string; port: number };

const megabyte = 1024 * 1024;

/** Arguments of `postgres`. `overrides` replaces single settings; `memoryBytes` is the memory of the machine or the container. */
export function serverArguments(
  pgData: string,
  address: Address,
  overrides: Record<string, string> = {},
  memoryBytes = usableMemoryBytes(),
): string[] {
  const share = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(Math.max(memoryBytes / megabyte / part, least), most))}MB`;
  const settings: Record<string, string> = {
    listen_addresses: address.socketDir === null ? address.host : '',
    port: String(address.port),
    unix_socket_directories: address.socketDir === null ? '' : `"${address.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    // Below 200 MB in all, for small machines. The system's cache holds the rest.
    shared_buffers: share(8, 64, 88),
    effective_cache_size: share(2, 128, 65_536),
    maintenance_work_mem: share(32, 32, 256),
    work_mem: '8MB',
    random_page_cost: '1.1',
    // A question that is split over processors pays for it, and takes them from the buyers beside it.
    max_parallel_workers_per_gather: '0',
    // The bundled programs compile no queries; others may.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Client errors go to the client; statements and values of customers stay out of the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...overrides,
  };
  return ['-D', pgData, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Arguments of `initdb`: UTF8 by PostgreSQL's own rules, so that no locale of the system is needed. */
export function initArguments(pgData: string, passwordFile: string): string[] {
  return [
    `--pgdata=${pgData}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-clean', // what is left shows whether the disk is full; the caller removes it
  ];
}

/** The environment of PostgreSQL's programs: messages in English, none of the store's secrets, nothing that redirects them. */
export function serverEnvironment(extra: Record<string, string>): Record<string, string> {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'USERPROFILE', 'APPDATA'].flatMap(
    (name): [string, string][] => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    },
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', ...extra };
}

function usableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
