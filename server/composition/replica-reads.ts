// Which questions a replica may answer: lists and figures of the admin. Whatever buys, pays, delivers, signs in or settles
// asks the primary.
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { openReading, type Reading, readPrimary } from '../database/replica.ts';
import { changedWithin } from '../modules/security/own-changes.ts';
import type { Log } from '../observability/log.ts';

/** An entry of the audit log bears the time at which its transaction began: the longest may still be under way. */
const longestChangeSeconds = 30;

export function wireReading({ config, database, log }: { config: Config; database: Database; log: Log }): Reading {
  if (config.databaseReplica === null) return readPrimary(database);
  const { url, staleSeconds } = config.databaseReplica;
  return openReading({
    primary: database,
    url,
    staleSeconds,
    log,
    poolSize: config.databasePool,
    namedStatements: config.namedStatements,
    ownChange: () => changedWithin(database, staleSeconds + longestChangeSeconds),
  });
}

type Question = (...given: unknown[]) => Promise<unknown>;

/** A store whose named questions either answers, and which does everything else on the primary. */
export function readBy<Store extends object>(
  reading: Reading,
  create: (database: Database) => Store,
  questions: readonly (keyof Store & string)[],
): Store {
  const onPrimary = create(reading.primary);
  if (!reading.replica) return onPrimary;
  const onReplica = create(reading.replica);
  const asked = questions.map((name) => [
    name,
    (...given: unknown[]) =>
      reading.ask((from) => ((from === reading.primary ? onPrimary : onReplica)[name] as Question)(...given)),
  ]);
  return { ...onPrimary, ...Object.fromEntries(asked) };
}
