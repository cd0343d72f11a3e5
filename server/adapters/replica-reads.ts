// Which queries may run on a replica: lists and figures of the admin. Whatever buys, pays, delivers, signs in or settles
// runs on the primary.
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { openReplicaReads, type ReplicaReads, readPrimaryOnly } from '../database/replica.ts';
import { changedWithin } from '../modules/security/audit.ts';
import type { Log } from '../observability/log.ts';

/** An entry of the audit log bears the time at which its transaction began: the longest may still be under way. */
const longestChangeSeconds = 30;

export function wireReplicaReads({
  config,
  database,
  log,
}: {
  config: Config;
  database: Database;
  log: Log;
}): ReplicaReads {
  if (config.databaseReplica === null) return readPrimaryOnly(database);
  const { url, staleSeconds } = config.databaseReplica;
  return openReplicaReads({
    primary: database,
    url,
    staleSeconds,
    log,
    poolSize: config.databasePool,
    namedStatements: config.namedStatements,
    ownChange: () => changedWithin(database, staleSeconds + longestChangeSeconds),
  });
}
