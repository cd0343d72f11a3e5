// `npm run backup -- --to DIR`: one more backup in a folder, while the store runs, or not.
// `npm run backup -- --verify FILE`: whether a backup is good, without a database. Exit code 1 when it is not, 2 when the
// command could not begin. `--key FILE` beside it: the key of an encrypted one.
// `npm run backup -- --make-key FILE`: a key for encrypted backups.
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { requirePublicKey, withReadableFile, writeKey } from '../database/transfer/encryption.ts';
import { FileRefusal, TransferRefusal } from '../database/transfer/refusal.ts';
import { verifyFile } from '../database/transfer/verify-file.ts';
import { makeBackup } from '../modules/backups/backups.service.ts';
import { systemClock } from '../platform/clock.ts';
import { projectRoot } from '../platform/project-root.ts';
import { commandLog, onStoreDatabase, readOneOption, sentenceOf } from './command.ts';

const usage =
  'Usage: npm run backup -- --to DIR, or npm run backup -- --verify FILE [--key FILE], ' +
  'or npm run backup -- --make-key FILE';

try {
  const { name, value, key } = readOneOption(['to', 'verify', 'make-key'], usage, { takesKey: true });
  if (name === 'to') await writeBackup(resolve(value));
  else if (name === 'make-key') await makeKey(resolve(value));
  else await verifyBackup(resolve(value), key);
} catch (error) {
  process.exitCode = error instanceof FileRefusal ? 1 : 2;
  process.stderr.write(`${sentenceOf(error, 'The backup could not be made or checked', [TransferRefusal])}\n`);
}

async function writeBackup(folder: string): Promise<void> {
  const config = readConfig(process.env);
  await requirePublicKey(config.backupPublicKey);
  const made = await onStoreDatabase(config, (connection) =>
    makeBackup({ config, connection, clock: systemClock, log: commandLog(config) }, { folder, keep: null }),
  );
  for (const name of made.removed) {
    process.stdout.write(`Removed ${resolve(folder, name)}, which a backup that was killed left behind.\n`);
  }
  process.stdout.write(`Wrote ${resolve(folder, made.name)} (${made.sizeBytes} bytes).\n`);
}

async function makeKey(path: string): Promise<void> {
  const publicKey = await writeKey(path);
  process.stdout.write(
    `Wrote the secret key to ${path}. Keep it in two places away from this machine: without it no encrypted backup can ` +
      `be read.\nSet BACKUP_PUBLIC_KEY=${publicKey} and start the store again.\n`,
  );
}

async function verifyBackup(path: string, key: string | null): Promise<void> {
  const { head, hasChecksum, migration, tables, rows } = await withReadableFile(path, key, (readable) =>
    verifyFile(readable, projectRoot()),
  );
  const checked = hasChecksum
    ? 'Its checksum is right.'
    : 'It carries no checksum, as a file of an older version: its counts and the sums of its rows are right.';
  process.stdout.write(
    `${path} is a whole backup. ${checked}\n` +
      `Made at ${head.madeAt} in ${head.mode} mode, file format ${head.format}, database version ${migration}.\n` +
      `${tables} tables, ${rows} rows.\n`,
  );
}
