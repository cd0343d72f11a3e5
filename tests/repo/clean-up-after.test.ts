import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'applaud-left-'));
  folders.push(folder);
  return folder;
}

function run(program: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

const goesOn = 'setInterval(() => {}, 1_000);';
const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  'what works in a folder of a process ends with it after %s, and nothing else',
  async (signal) => {
    const [folder, other] = [newFolder(), newFolder()];
    const module = JSON.stringify(resolve('scripts/clean-up-after.mjs'));
    const owner = run(`
      const { cleanUpAfterExit } = await import(${module});
      cleanUpAfterExit(${JSON.stringify(folder)});
      console.log('kept');
      ${goesOn}`);
    if (owner.stdout) await once(owner.stdout, 'data');
    const named = run(goesOn, ['--', join(folder, 'postgres')]);
    const store = run(`process.on('SIGINT', () => {}); ${goesOn}`, [], { DATA_DIR: folder });
    const beside = run(goesOn, ['--', join(other, 'postgres')], { DATA_DIR: other });
    owner.kill(signal);
    await expect.poll(() => existsSync(folder)).toBe(false);
    await expect.poll(() => [named, store].filter(isRunning)).toEqual([]);
    expect(isRunning(beside)).toBe(true);
    expect(existsSync(other)).toBe(true);
  },
);
