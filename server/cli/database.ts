// `npm run database -- COMMAND ...`: runs psql, pg_dump or another program on the bundled database, while the store runs or
// not. A new data folder gets an empty database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { bundledMajor } from '../database/embedded-refusal.ts';
import { errorCode } from '../platform/operating-system.ts';
import { CommandRefusal, onStoreDatabase, runCommand } from './command.ts';

const usage = 'Usage: npm run database -- COMMAND ..., for example npm run database -- psql';

await runCommand('The command could not be run', async () => {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined || command.startsWith('-')) throw new CommandRefusal(usage);
  const config = readConfig(process.env);
  if (config.databaseUrl !== null)
    throw new CommandRefusal(
      `DATABASE_URL is set: run ${command} with that address. This command is for the bundled one.`,
    );
  const path = [config.postgresBinDir, process.env.PATH].filter(Boolean).join(delimiter);
  // Ctrl-C is for the program: this process stops the database after it.
  process.on('SIGINT', () => {});
  process.exitCode = await onStoreDatabase(config, (connection) =>
    run(command, args, { ...process.env, ...toVariables(connection), PATH: path }),
  );
});

async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  try {
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new CommandRefusal(
      `There is no program ${command}: install the client programs of PostgreSQL ${bundledMajor}, or set POSTGRES_BIN_DIR to their folder.`,
    );
  } finally {
    process.off('SIGTERM', stop);
  }
}

/** The variables that the programs of PostgreSQL read. */
function toVariables({ host, port, user, password, database }: pg.ClientConfig): NodeJS.ProcessEnv {
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: String(password),
    PGDATABASE: database,
  };
}
