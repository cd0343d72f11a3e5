// Shared by the commands: the store's database, running or not, and one sentence for each failure.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { StoreError } from '../../contract/store-error.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { type Database, type DatabaseOptions, findSqlState, openDatabase } from '../database/database.ts';
import { EmbeddedRefusal, joinEmbedded, startEmbedded } from '../database/embedded.ts';
import { problemOfDatabase } from '../database/sql-state.ts';
import * as authRepository from '../modules/auth/auth.repository.ts';
import { createLog, type Log } from '../observability/log.ts';
import { SecretRefusal } from '../platform/secret-file.ts';

/** A usage error, as one sentence. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}

type RefusalClass = new (...given: never[]) => Error;

/**
 * Runs a command. On failure prints the sentence of the error, and exits with `exitCode` (1 unless given). `failure` begins
 * the sentence about an unexpected error; `refusals` have their own sentence.
 */
export async function runCommand(
  failure: string,
  act: () => Promise<void>,
  { refusals = [], exitCode = () => 1 }: { refusals?: RefusalClass[]; exitCode?: (error: unknown) => number } = {},
): Promise<void> {
  try {
    await act();
  } catch (error) {
    process.exitCode = exitCode(error);
    process.stderr.write(`${describeFailure(error, failure, refusals)}\n`);
  }
}

/**
 * The one option of a command, `--name value`. Throws a refusal with `usage` when it is missing, or another one is
 * given.
 */
export function readOption(name: string, usage: string): string {
  return readOneOption([name], usage).value;
}

/**
 * The one option given, of several. `takesKey`: also `--key`, the file with the key of an encrypted backup. Throws a
 * refusal with `usage` for none, two or another one.
 */
export function readOneOption<Name extends string>(
  names: Name[],
  usage: string,
  { takesKey = false } = {},
): { name: Name; value: string; key: string | null } {
  try {
    const known = takesKey ? [...names, 'key'] : names;
    const { values } = parseArgs({
      options: Object.fromEntries(known.map((name) => [name, { type: 'string' as const }])),
    });
    const given = names.flatMap((name) => {
      const value = values[name];
      return value ? [{ name, value }] : [];
    });
    const [only] = given;
    if (only && given.length === 1) return { ...only, key: values.key ? resolve(values.key) : null };
  } catch {
    // An option that there is not.
  }
  throw new CommandRefusal(usage);
}

/**
 * Hands `work` the store's database: the one of DATABASE_URL, or the bundled one, which is joined while the store runs, and
 * started and stopped otherwise. `alone`: refuses while the store runs on the bundled one.
 */
export async function onStoreDatabase<T>(
  config: Config,
  work: (connection: pg.ClientConfig) => Promise<T>,
  { alone = false } = {},
): Promise<T> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url) return work({ connectionString: url });
  const dataDir = join(config.dataDir, config.mode);
  const joined = alone ? null : await joinEmbedded(dataDir, warnOperator);
  if (joined) return work(joined);
  const log = { ...commandLog(config), warn: (_fields: object, message: string) => warnOperator(message) };
  const embedded = await startEmbedded({ dataDir, binDir: config.postgresBinDir, log });
  return work(embedded.connection).finally(() => embedded.stop());
}

/** `onStoreDatabase` with an open database, closed at the end. */
export async function onOpenDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  options: Pick<DatabaseOptions, 'answerWithinMs'> = {},
): Promise<T> {
  return onStoreDatabase(config, (connection) => {
    const database = openDatabase({ connection, poolSize: 1, ...options });
    return work(database).finally(() => database.close());
  });
}

/** Throws a refusal where there is no admin with this email. */
export async function findAdmin({ db }: Database, email: string) {
  const admin = await authRepository.findAdmin(db, email.trim());
  if (!admin) throw new CommandRefusal(`There is no admin with the email ${email}.`);
  return admin;
}

/** Prints one line of the result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Beside the answer of a command, which is on standard output. */
export function warnOperator(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Logs errors only, unless the log level is debug: the output of a command is its result. */
export function commandLog({ logLevel }: Config): Log {
  return createLog(logLevel === 'debug' ? 'debug' : 'error');
}

export function describeFailure(error: unknown, failure: string, refusals: RefusalClass[] = []): string {
  const kinds = [CommandRefusal, ConfigError, EmbeddedRefusal, SecretRefusal, StoreError, ...refusals];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  // No such table, column or function.
  if (/^42(P01|703|883)$/.test(findSqlState(error) ?? '')) {
    return 'This database is of an older store, or of none: start this store on it once.';
  }
  const problem = problemOfDatabase(error);
  if (problem) return problem;
  if (!(error instanceof Error)) return `${failure}: ${String(error)}`;
  // A file or folder that is missing or not writable: a stack trace would not help.
  if ('path' in error && 'syscall' in error) return `${failure}: ${error.message}`;
  // A failed query carries its parameters, which may name buyers: only its cause is shown.
  const shown = 'params' in error && error.cause instanceof Error ? error.cause : error;
  return `${failure}: ${shown.stack ?? shown.message}`;
}
