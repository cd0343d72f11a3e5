// @ts-check
// Builds dist/ (browser bundles, page rendering, server) when it is missing or older than its sources.
// Concurrent builds take turns; a build that fails or is killed leaves the previous dist/ as it was.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepFormerAssets } from './former-assets.mjs';
import { isFresh, root, sourceStamp, stampFile } from './freshness.mjs';
import { refuseOldNode } from './node-version.mjs';
import { collectNotices, formatNotices, noticesFile } from './notices.mjs';

const dist = join(root, 'dist');
const lock = join(dist, '.lock');
const longestBuildMs = 5 * 60_000;

/** Builds what is stale. @param {{ force?: boolean, quiet?: boolean }} [options] */
export async function buildIfStale({ force = false, quiet = false } = {}) {
  if (!force && isFresh()) return;
  await holdingLock(async () => {
    if (!force && isFresh()) return;
    const started = Date.now();
    await buildAll(quiet);
    if (!quiet) console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
}

/** @param {boolean} quiet */
async function buildAll(quiet) {
  // Independent of the caller's environment: pages never use React's development build.
  process.env.NODE_ENV = 'production';
  const stamp = sourceStamp();
  const next = join(dist, `.next-${process.pid}`);
  try {
    if (!quiet) console.log('Building pages and server ...');
    // Beside each other, and the compression of the client's files beside the other parts: two processors are busy.
    await Promise.all(
      parts().map(async ([mode, outDir]) => {
        await buildPart(mode, join(next, outDir));
        if (mode === 'client') await compressAssets(join(next, outDir, 'assets'));
      }),
    );
    const rendering = join(next, 'web', 'pages');
    for (const name of readdirSync(rendering)) renameSync(join(rendering, name), join(next, 'web', name));
    rmSync(rendering, { recursive: true });
    writeFileSync(join(next, noticesFile), formatNotices(collectNotices(root, next)));
    keepFormerAssets(join(dist, 'web', 'client'), join(next, 'web', 'client'));
    rmSync(stampFile, { force: true });
    for (const part of readdirSync(next)) replace(join(dist, part), join(next, part));
    writeFileSync(stampFile, stamp);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/**
 * One part, over the present `dist/`: for development, where seconds count. The next whole build replaces it.
 * @param {'pages' | 'server'} mode
 */
async function rebuildPart(mode) {
  process.env.NODE_ENV = 'production';
  rmSync(stampFile, { force: true });
  await buildPart(mode, join(dist, mode === 'pages' ? 'web' : mode), false);
}

/** @param {string} mode @param {string} outDir */
async function buildPart(mode, outDir, emptyOutDir = true) {
  const { build } = await import('vite');
  await build({
    root,
    mode,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir,
      // A slow machine is no fault of a plugin, and its first start shows no warning.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
}

/** @returns {[mode: string, outDir: string][]} */
function parts() {
  /** @type {[string, string][]} */
  const web = [
    ['client', 'web/client'],
    ['pages', 'web/pages'],
  ];
  return existsSync(join(root, 'server/main.ts')) ? [...web, ['server', 'server']] : web;
}

/** Every asset also as .br and .gz where that is smaller, so that serving costs no processor time. @param {string} folder */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json|txt)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      if (content.length < 512) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }));
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** @param {string} target @param {string} source */
function replace(target, source) {
  const old = `${source}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(source, target);
  rmSync(old, { recursive: true, force: true });
}

/** A folder is the lock, because making one is atomic everywhere. @param {() => Promise<void>} work */
async function holdingLock(work) {
  mkdirSync(dist, { recursive: true });
  while (!tryLock()) await wait(200);
  try {
    for (const left of readdirSync(dist)) {
      if (left.startsWith('.next-')) rmSync(join(dist, left), { recursive: true, force: true });
    }
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryLock() {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** True when the builder that made the lock is gone, or has held it for longer than any build takes. */
function isAbandoned() {
  const made = statSync(lock, { throwIfNoEntry: false });
  if (!made) return false;
  if (Date.now() - made.mtimeMs > longestBuildMs) return true;
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return pid === process.pid;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {NodeJS.ErrnoException} error */
function refuse(error) {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("package 'vite'")) {
    console.error('The packages of the build are missing: `npm ci` installs them. A release needs no build.');
    process.exit(1);
  }
  if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  console.error(
    'What was built is older than the code, and this user may not build: `npm run build` as the code’s owner.',
  );
  process.exit(1);
}

/** The builder of `npm run dev`: it stays loaded, which saves each build two seconds, and answers every part with its result. */
function rebuildOnMessages() {
  void import('vite');
  process.on('message', (/** @type {'pages' | 'server'} */ part) => {
    const answer = (/** @type {boolean} */ isBuilt) => process.send?.({ part, isBuilt });
    rebuildPart(part).then(
      () => answer(true),
      (error) => {
        console.error(error);
        answer(false);
      },
    );
  });
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  refuseOldNode();
  const { values } = parseArgs({
    options: {
      force: { type: 'boolean' },
      quiet: { type: 'boolean' },
      'on-messages': { type: 'boolean' },
    },
  });
  if (values['on-messages']) rebuildOnMessages();
  else await buildIfStale(values).catch(refuse);
}
