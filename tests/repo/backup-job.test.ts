// The nightly job of deploy/kubernetes/backup.yaml, run with a program that only writes the file of a backup.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

async function scriptOfJob(): Promise<string> {
  const documents = parseAllDocuments(await readFile('deploy/kubernetes/backup.yaml', 'utf8'));
  const job = documents.map((document) => document.toJS()).find(({ kind }) => kind === 'CronJob');
  return job.spec.jobTemplate.spec.template.spec.containers[0].args.join('\n');
}

test.skipIf(process.platform === 'win32').each([
  ['gz', ['--to backups', '--verify backups/applaud-live-20260102T020700Z.gz']],
  ['gz.age', ['--to backups']],
])('makes a .%s, verifies what it can read, and removes old ones of both kinds', async (ending, expectedCalls) => {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-job-'));
  const backups = join(folder, 'backups');
  const made = join(backups, `applaud-live-20260102T020700Z.${ending}`);
  const program = `#!/bin/sh\nshift; echo "$*" >> '${folder}/calls'\n[ "$1" != --to ] || : > '${made}'\n`;
  try {
    await mkdir(backups);
    await writeFile(join(folder, 'node'), program, { mode: 0o755 });
    for (const each of ['gz', 'gz.age']) {
      const old = join(backups, `applaud-live-20250101T020700Z.${each}`);
      await writeFile(old, '');
      await utimes(old, 0, 0);
    }
    const script = (await scriptOfJob()).replaceAll('/backups', backups);
    await promisify(execFile)('sh', ['-ec', script], { env: { PATH: `${folder}:${process.env.PATH}` } });
    const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().replaceAll(`${folder}/`, '').split('\n');
    expect(calls).toEqual(expectedCalls);
    expect(await readdir(backups)).toEqual([basename(made)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
