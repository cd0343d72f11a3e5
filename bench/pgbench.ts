// PostgreSQL's own load generator, which must be on the PATH: what the database alone can do.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `script`: one transaction, in pgbench's own notation. */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  { connections, forMs }: { connections: number; forMs: number },
): Promise<{ count: number; perSecond: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-pgbench-'));
  try {
    const file = join(folder, 'transaction.sql');
    await writeFile(file, script);
    const { password, searchParams, username, pathname } = new URL(databaseUrl);
    const to = {
      PGHOST: searchParams.get('host') ?? '',
      PGPORT: searchParams.get('port') ?? '',
      PGUSER: username,
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: pathname.slice(1),
    };
    const options = { '-M': 'prepared', '-c': connections, '-j': 2, '-T': forMs / 1_000, '-f': file };
    const args = ['-n', ...Object.entries(options).flatMap(([name, value]) => [name, String(value)])];
    const { stdout } = await promisify(execFile)('pgbench', args, { env: { ...process.env, ...to } });
    return {
      count: Number(/actually processed: (\d+)/.exec(stdout)?.[1]),
      perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
