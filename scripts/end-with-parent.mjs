// @ts-check
// Stops this process when its parent ends. A SIGTERM for npm ends npm and the shell between, and does not reach the process.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const checkEveryMs = 250;

if (process.platform !== 'win32') {
  const first = parents();
  const watch = setInterval(() => {
    if (parents() === first) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, checkEveryMs);
  watch.unref();
}

/** The shell that npm runs a command in, and npm: either may end first. Only Linux shows the second. */
function parents() {
  const shell = process.ppid;
  try {
    const [, npm] = readFileSync(`/proc/${shell}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return `${shell} ${npm}`;
  } catch {
    return String(shell);
  }
}
