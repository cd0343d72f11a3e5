// `npm run store:import -- --from FILE`: a file of `store:export` or `backup` into an empty database, verified before and after.
// Exit code 1 when the file cannot be used, 2 when the command could not begin.
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { withReadableFile } from '../database/transfer/encryption.ts';
import { importStore } from '../database/transfer/import-store.ts';
import { FileRefusal, TransferRefusal } from '../database/transfer/refusal.ts';
import { projectRoot } from '../platform/project-root.ts';
import { onStoreDatabase, print, readOneOption, runCommand } from './command.ts';

await runCommand(
  'The store could not be imported',
  async () => {
    const usage = 'Usage: npm run store:import -- --from FILE [--key FILE]';
    const { value, key } = readOneOption(['from'], usage, { takesKey: true });
    const config = readConfig(process.env);
    const to = { rootDir: projectRoot(), mode: config.mode };
    const { rows, tables, hasChecksum } = await onStoreDatabase(
      config,
      (connection) => withReadableFile(resolve(value), key, (path) => importStore(connection, path, to)),
      { alone: true },
    );
    if (!hasChecksum) {
      print('The file carries no checksum, as a file of an older version: its counts and sums were checked.');
    }
    print(`Read ${rows} rows of ${tables} tables and found every one as it was written.`);
  },
  { refusals: [TransferRefusal], exitCode: (error) => (error instanceof FileRefusal ? 1 : 2) },
);
