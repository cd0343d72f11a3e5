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
import { commandLog, onStoreDatabase, print, readOneOption, runCommand } from './command.ts';

await runCommand(
  'The backup could not be made or checked',
  async () => {
    const usage =
      'Usage: npm run backup -- --to DIR, or npm run backup -- --verify FILE [--key FILE], ' +
      'or npm run backup -- --make-key FILE';
    const { name, value, key } = readOneOption(['to', 'verify', 'make-key'], usage, { takesKey: true });
    if (name === 'to') await writeBackup(resolve(value));
    else if (name === 'make-key') await makeKey(resolve(value));
    else await verifyBackup(resolve(value), key);
  },
  { refusals: [TransferRefusal], exitCode: (error) => (error instanceof FileRefusal ? 1 : 2) },
);

async function writeBackup(folder: string): Promise<void> {
  const config = readConfig(process.env);
  await requirePublicKey(config.backupPublicKey);
  const made = await onStoreDatabase(config, (connection) =>
    makeBackup({ config, connection, clock: systemClock, log: commandLog(config) }, { folder, keep: null }),
  );
  for (const name of made.removed) {
    print(`Removed ${resolve(folder, name)}, which a backup that was killed left behind.`);
  }
  print(`Wrote ${resolve(folder, made.name)} (${made.sizeBytes} bytes).`);
}

async function makeKey(path: string): Promise<void> {
  const publicKey = await writeKey(path);
  print(
    `Wrote the secret key to ${path}. Keep it in two places away from this machine: without it no encrypted backup can ` +
      `be read.\nSet BACKUP_PUBLIC_KEY=${publicKey} and start the store again.`,
  );
}

async function verifyBackup(path: string, key: string | null): Promise<void> {
  const { head, hasChecksum, migration, tables, rows } = await withReadableFile(path, key, (readable) =>
    verifyFile(readable, projectRoot()),
  );
  const checked = hasChecksum
    ? 'Its checksum is right.'
    : 'It carries no checksum, as a file of an older version: its counts and the sums of its rows are right.';
  print(
    `${path} is a whole backup. ${checked}\n` +
      `Made at ${head.madeAt} in ${head.mode} mode, file format ${head.format}, database version ${migration}.\n` +
      `${tables} tables, ${rows} rows.`,
  );
}
