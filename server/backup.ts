// `npm run backup -- --to DIR`: one more backup in a folder, while the store runs, or not.
import { resolve } from 'node:path';
import { createBackups } from './backups/backups.ts';
import { commandLog, onStoreDatabase, readOption, sentenceOf } from './command.ts';
import { readConfig } from './config.ts';
import { exportStore, TransferRefusal } from './store/transfer/export-store.ts';

try {
  const folder = resolve(readOption('to', 'Say where to: npm run backup -- --to DIR'));
  const config = readConfig(process.env);
  const made = await onStoreDatabase(config, (connection) =>
    createBackups({
      ...{ folder, mode: config.mode, keep: null, now: () => new Date(), log: commandLog(config) },
      write: (path, now) => exportStore(connection, path, now),
    }).make(),
  );
  process.stdout.write(`Wrote ${resolve(folder, made.name)} (${made.sizeBytes} bytes).\n`);
} catch (error) {
  process.exitCode = 2;
  process.stderr.write(`${sentenceOf(error, 'There is no backup', [TransferRefusal])}\n`);
}
