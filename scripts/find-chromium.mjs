// @ts-check
// Finds the Chromium or Chrome that browser tests run in. On Debian-like Linux, as root, Debian's own is installed when
// there is none.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const advice = 'No Chromium was found for the browser tests: install Chromium or Chrome, or set CHROMIUM_PATH to it.';

/** The path of a browser that starts. Throws one sentence with the remedy. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM_PATH must name a Chromium or Chrome that can be started; "${named}" is none.`);
  }
  return installed() ?? installFromDebian();
}

/** @returns {string | undefined} */
function installed() {
  return [...onPath(), ...usualPlaces(), ...playwrightCache()].find(isProgram);
}

function onPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const ending = process.platform === 'win32' ? '.exe' : '';
  return names.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`);
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  if (process.platform === 'win32') {
    const { PROGRAMFILES, LOCALAPPDATA } = process.env;
    const roots = [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].filter((root) => root !== undefined);
    const programs = ['Google/Chrome', 'Chromium', 'Microsoft/Edge'];
    const files = programs.map((name) =>
      join(name, 'Application', name.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe'),
    );
    return roots.flatMap((root) => files.map((file) => join(root, file)));
  }
  return ['/usr/bin/chromium', '/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'];
}

/** What Playwright downloaded for any project of this user, the newest first. */
function playwrightCache() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(cacheFolder(), 'ms-playwright');
  if (!existsSync(folder)) return [];
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ];
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  versions.sort((one, other) => Number(other.slice(9)) - Number(one.slice(9)));
  return versions.flatMap((version) => programs.map((program) => join(folder, version, program)));
}

function cacheFolder() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

function installFromDebian() {
  const debian = process.platform === 'linux' && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (!debian || process.getuid?.() !== 0) throw new Error(advice);
  console.error('Installing Chromium for the browser tests, once (apt-get install chromium) ...');
  aptGet(['update']);
  aptGet(['install', '--yes', '--no-install-recommends', 'chromium']);
  const found = installed();
  if (found) return found;
  throw new Error(advice);
}

/** A failure shows as a missing program afterwards. @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['--quiet', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  try {
    console.log(findChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
