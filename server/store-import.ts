// `npm run store:import -- --from FILE`: a file of `store:export` or `backup` into an empty database, verified row by row.
import { resolve } from 'node:path';
import { onStoreDatabase, readOption, sentenceOf } from './command.ts';
import { readConfig } from './config.ts';
import { projectRoot } from './project-root.ts';
import { TransferRefusal } from './store/transfer/export-store.ts';
import { importStore } from './store/transfer/import-store.ts';

try {
  const path = resolve(readOption('from', 'Say which file: npm run store:import -- --from FILE'));
  const config = readConfig(process.env);
  const told = await onStoreDatabase(
    config,
    (connection) => importStore(connection, path, { rootDir: projectRoot(), mode: config.mode }),
    { alone: true },
  );
  process.stdout.write(`Read ${told.rows} rows of ${told.tables} tables and found every one as it was written.\n`);
} catch (error) {
  process.exitCode = 2;
  process.stderr.write(`${sentenceOf(error, 'The store could not be imported', [TransferRefusal])}\n`);
}
