import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a clone without the packages of the build says in one sentence how to get them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'applaud-clone-'));
  try {
    for (const name of ['package.json', 'package-lock.json', 'vite.config.ts', 'scripts'])
      cpSync(name, join(folder, name), { recursive: true });
    const { status, stderr } = spawnSync('node', ['scripts/start.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe('The packages of the build are missing: `npm ci` installs them. A release needs no build.\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
