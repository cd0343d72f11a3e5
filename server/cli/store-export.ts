// `npm run store:export -- --to FILE`: the whole store, as it is at one moment, as one file; while it runs, or not.
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { exportStore } from '../database/transfer/export-store.ts';
import { removeAbandonedParts } from '../database/transfer/part-file.ts';
import { TransferRefusal } from '../database/transfer/refusal.ts';
import { onStoreDatabase, print, readOption, runCommand } from './command.ts';

await runCommand(
  'The store could not be exported',
  async () => {
    const path = resolve(readOption('to', 'Usage: npm run store:export -- --to FILE'));
    const config = readConfig(process.env);
    for (const name of await removeAbandonedParts(path)) {
      print(`Removed ${name}, which an export that was killed left behind.`);
    }
    const summary = await onStoreDatabase(config, (connection) => exportStore(connection, path, new Date()));
    print(`Wrote ${summary.rows} rows of ${summary.tables} tables to ${path} (${summary.sizeBytes} bytes).`);
  },
  { refusals: [TransferRefusal], exitCode: () => 2 },
);
