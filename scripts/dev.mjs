// @ts-check
// Rebuilds on every change and restarts the store. A build that fails leaves the running store as it was.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './freshness.mjs';

const settleMs = 120;
/** @type {import('node:child_process').ChildProcess | null} */
let store = null;
/** @type {NodeJS.Timeout | undefined} */
let timer;
let working = false;
let changedMeanwhile = false;

for (const folder of ['contract', 'web', 'server', 'sandbox']) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (!/\.test\.tsx?$/.test(String(name))) soon();
  });
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    await stop();
    process.exit(0);
  });
}
await renew();

function soon() {
  clearTimeout(timer);
  timer = setTimeout(renew, settleMs);
}

async function renew() {
  if (working) {
    changedMeanwhile = true;
    return;
  }
  working = true;
  // In a process of its own: the bundler's memory is given back, and the configuration is read afresh.
  const built = await ended(run(['scripts/build.mjs']));
  if (built === 0) {
    await stop();
    store = run(['--enable-source-maps', 'dist/server/main.js']);
  }
  working = false;
  if (changedMeanwhile) {
    changedMeanwhile = false;
    soon();
  }
}

async function stop() {
  const running = store;
  store = null;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const done = ended(running);
  running.kill('SIGTERM');
  await done;
}

/** @param {string[]} args */
function run(args) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number | null>} */
function ended(child) {
  return new Promise((resolve) => child.once('exit', resolve));
}
