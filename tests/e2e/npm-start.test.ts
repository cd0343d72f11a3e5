import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { freePort } from '../world/free-port.ts';

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

test.skipIf(process.platform === 'win32')(
  'a SIGTERM for `npm start` stops the store itself, and its database',
  async () => {
    const port = await freePort();
    const dataDir = await mkdtemp(join(tmpdir(), 'applaud-npm-'));
    const { PATH = '', HOME = '' } = process.env;
    const npm = spawn('npm', ['start'], {
      env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'off' },
    });
    let said = '';
    npm.stdout.on('data', (text) => {
      said += text;
    });
    try {
      await expect.poll(() => said, { timeout: 60_000 }).toContain('is open at');
      npm.kill('SIGTERM');
      await expect.poll(() => answers(`http://127.0.0.1:${port}/healthz`), { timeout: 20_000 }).toBe(false);
      await expect.poll(() => said, { timeout: 20_000 }).toContain('stopped PostgreSQL');
    } finally {
      npm.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
