// `npm run visitors:rebuild`: rebuilds the roll-ups from the stored visits, while the store may be
// working. Exit code 1 when it could not.
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';
import { onStoreDatabase, sentenceOf } from './command.ts';

try {
  await onStoreDatabase(readConfig(process.env), rebuild);
  process.stdout.write('The figures of visits are made anew.\n');
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error, 'The figures of visits could not be made')}\n`);
}

async function rebuild(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1, answerWithinMs: null });
  await visitsRepository.rebuild(database).finally(() => database.close());
}
