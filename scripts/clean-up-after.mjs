// @ts-check
// Leaves nothing of a test run behind, in whatever way its process ends. `node scripts/clean-up-after.mjs` reads folders
// from its input, one a line. When the input ends, it ends the processes that work in them and deletes them.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);
const longestEndMs = 10_000;

/** One for all files of a test process, which loads this module again for each of them. */
const shared = /** @type {{ cleanUpOfTests?: import('node:stream').Writable }} */ (globalThis);

/**
 * Deletes the folder when this process has ended, and before that the processes with the folder in their arguments or as
 * DATA_DIR. The system closes the pipe even after a SIGKILL.
 * @param {string} folder
 */
export function cleanUpAfterExit(folder) {
  shared.cleanUpOfTests ??= start();
  shared.cleanUpOfTests.write(`${folder}\n`);
}

function start() {
  // In a session of its own: no signal for the group of the tests ends it.
  const helper = spawn(process.execPath, [file], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  helper.unref();
  const { stdin } = helper;
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  // A worker whose run has ended would go on with its test.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return stdin;
}

async function main() {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  for (const folder of text.split('\n').filter(Boolean)) {
    await endProcessesIn(folder);
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A file system is mounted in it.
    }
  }
}

/** @param {string} folder */
async function endProcessesIn(folder) {
  const endsAt = Date.now() + longestEndMs;
  for (;;) {
    const pids = processesIn(folder);
    if (pids.length === 0) return;
    // For PostgreSQL an immediate shutdown: after a SIGKILL its shared memory would stay. A frozen process goes on first.
    /** @type {NodeJS.Signals[]} */
    const signals = Date.now() < endsAt ? ['SIGCONT', 'SIGQUIT'] : ['SIGKILL'];
    for (const pid of pids) for (const signal of signals) send(pid, signal);
    await wait(100);
  }
}

/** Linux only. Elsewhere PostgreSQL ends within a minute after its folder is gone. @param {string} folder */
function processesIn(folder) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => {
      const inArguments = read(`/proc/${pid}/cmdline`).includes(folder);
      return inArguments || read(`/proc/${pid}/environ`).split('\0').includes(`DATA_DIR=${folder}`);
    });
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

if (resolve(process.argv[1] ?? '') === file) await main();
