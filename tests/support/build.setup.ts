// Builds what is stale once, before any test starts a process: the tests then run what was built, whatever changes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export default async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--quiet'], { timeout: 150_000 });
}
