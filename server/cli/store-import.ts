// `npm run store:import -- --from FILE`: a file of `store:export` or `backup` into an empty database, verified before and after.
// Exit code 1 when the file cannot be used, 2 when the command could not begin.
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { withReadableFile } from '../database/transfer/encryption.ts';
import { importStore } from '../database/transfer/import-store.ts';
import { FileRefusal, TransferRefusal } from '../database/transfer/refusal.ts';
import { projectRoot } from '../platform/project-root.ts';
import { onStoreDatabase, readOneOption, sentenceOf } from './command.ts';

const usage = 'Usage: npm run store:import -- --from FILE [--key FILE]';

try {
  const { value, key } = readOneOption(['from'], usage, { takesKey: true });
  const config = readConfig(process.env);
  const { rows, tables, hasChecksum } = await onStoreDatabase(
    config,
    (connection) =>
      withReadableFile(resolve(value), key, (path) =>
        importStore(connection, path, { rootDir: projectRoot(), mode: config.mode }),
      ),
    { alone: true },
  );
  if (!hasChecksum) {
    process.stdout.write(
      'The file carries no checksum, as a file of an older version: its counts and sums were checked.\n',
    );
  }
  process.stdout.write(`Read ${rows} rows of ${tables} tables and found every one as it was written.\n`);
} catch (error) {
  process.exitCode = error instanceof FileRefusal ? 1 : 2;
  process.stderr.write(`${sentenceOf(error, 'The store could not be imported', [TransferRefusal])}\n`);
}
