// @ts-check
// A PostgreSQL of the system's own (15 or newer), started for a test run on a socket in a folder of its own.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUpAfterExit } from './clean-up-after.mjs';

/**
 * @typedef {{ uid?: number, gid?: number }} ServerUser
 * @typedef {{ version: string, url: string, bin: string, folder: string, user: ServerUser, stop: () => Promise<void> }} OtherPostgres
 */

/** Null where none is installed. @returns {Promise<OtherPostgres | null>} */
export async function startOtherPostgres() {
  const found = findOtherPostgres();
  if (!found) return null;
  const { version, bin, user } = found;
  const folder = mkdtempSync(join(tmpdir(), 'applaud-pg-'));
  cleanUpAfterExit(folder);
  chmodSync(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    user,
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const options = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200'];
  const server = spawn(join(bin, 'postgres'), options, { ...user, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for (let tries = 0; tries < 100 && !isReady(bin, folder); tries += 1) await wait(100);
  return {
    version,
    bin,
    folder,
    user,
    url: `postgres://tests@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns {{ version: string, bin: string, user: ServerUser } | null} */
export function findOtherPostgres() {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).filter((name) => Number(name) >= 15) : [];
  const version = versions.find((name) => existsSync(join(base, name, 'bin/initdb')));
  const user = userForServer();
  return version && user ? { version, bin: join(base, version, 'bin'), user } : null;
}

/** @param {string} bin @param {string} folder */
function isReady(bin, folder) {
  return spawnSync(join(bin, 'pg_isready'), ['-h', folder, '-q']).status === 0;
}

// PostgreSQL refuses to run as root: then as the user that Debian makes for it.
/** @returns {ServerUser | null} */
function userForServer() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  return uid && gid ? { uid, gid } : null;
}
