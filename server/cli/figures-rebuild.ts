// `npm run figures:rebuild`: rebuilds the counts, the roll-ups by day, the customers and the times of delivery, while the
// store may be working. Exit code 1 when it could not.
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import { onStoreDatabase, sentenceOf } from './command.ts';

try {
  await onStoreDatabase(readConfig(process.env), rebuild);
  process.stdout.write('The figures are made anew.\n');
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error, 'The figures could not be made')}\n`);
}

async function rebuild(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1, answerWithinMs: null });
  try {
    await analyticsRepository.rebuild(database);
    await deliveryMarksRepository.rebuild(database);
  } finally {
    await database.close();
  }
}
