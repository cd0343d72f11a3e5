// @ts-check
// `npm run image:root`: the root file system of deploy/Dockerfile without a container engine. mmdebstrap makes the base, the
// steps of the Dockerfile follow, `unshare` starts it: as the image's user, read-only, with a volume at /data, beside a
// PostgreSQL outside. Then it buys, backs up, restores, and finds the order. Exit code 1: something failed; 2: not possible here.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, posix, relative, sep } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cleanUpAfterExit } from './clean-up-after.mjs';
import { readAssignments, readDockerfile } from './dockerfile.mjs';
import { root } from './freshness.mjs';
import { findOtherNode, otherNodes } from './other-node.mjs';

/** Of the user `node`, which the base image brings. */
const uid = 1000;
const stopWithinMs = 45_000;

/** The rest has no effect here: labels, ports, and the signal, which is SIGTERM in any case. */
const followed = ['CMD', 'COPY', 'ENV', 'HEALTHCHECK', 'RUN', 'USER', 'VOLUME', 'WORKDIR'];
const leftOut = ['ARG', 'EXPOSE', 'LABEL', 'STOPSIGNAL'];

/** Ended with this process. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Null where it can be made. */
export function whyNoRootImage() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const missing = ['mmdebstrap', 'unshare', 'chroot', 'setpriv'].filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  );
  if (missing.length > 0) return `${missing.join(', ')} missing: apt-get install mmdebstrap util-linux`;
  return spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0
    ? null
    : 'namespaces are forbidden here';
}

/** Instructions of the Dockerfile that this script neither follows nor leaves out on purpose. */
export function unsupportedInstructions() {
  const { build, image } = readDockerfile();
  return [...build, ...image].filter(({ word }) => !followed.includes(word) && !leftOut.includes(word));
}

/** Makes the root in `folder/root`. @param {string} folder */
function makeRoot(folder) {
  const { suite, nodeMajor, build, image } = readDockerfile();
  const target = join(folder, 'root');
  run('mmdebstrap', ['--mode=root', '--variant=minbase', suite, target, ...mirror()]);
  // The base image brings Node in /usr/local and this user.
  const version = otherNodes.find((one) => one.startsWith(`${nodeMajor}.`)) ?? '';
  const node = findOtherNode(version);
  if ('reason' in node) throw new Error(node.reason);
  cpSync(node.program, join(target, 'usr/local/bin/node'));
  run('chroot', [target, 'groupadd', '--gid', String(uid), 'node']);
  run('chroot', [target, 'useradd', '--uid', String(uid), '--gid', 'node', '--create-home', 'node']);

  const stage = join(folder, 'build');
  copyContext(stage);
  const env = { ...process.env, PATH: `${dirname(node.program)}${delimiter}${process.env.PATH}` };
  for (const { word, value } of build) {
    if (word === 'RUN') run('sh', ['-ec', value], { cwd: stage, env });
  }
  let folderInside = '/';
  for (const { word, value } of image) {
    if (word === 'WORKDIR') folderInside = value;
    if (word === 'WORKDIR') mkdirSync(join(target, value), { recursive: true });
    if (word === 'RUN') run('chroot', [target, 'sh', '-ec', value]);
    if (word !== 'COPY') continue;
    const sources = value.replace('--from=build ', '').split(' ');
    const to = sources.pop() ?? '';
    for (const from of sources) {
      const inside = posix.resolve(folderInside, to, to.endsWith('/') ? posix.basename(from) : '');
      cpSync(join(stage, posix.relative('/app', from)), join(target, inside), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }
  rmSync(stage, { recursive: true, force: true });
  return target;
}

/** What `COPY . .` copies. @param {string} target */
function copyContext(target) {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  cpSync(root, target, {
    recursive: true,
    filter: (path) => !ignored.includes(relative(root, path).split(sep).join('/')),
  });
}

/** Runs commands in the root as the engine would, each in namespaces of its own with the same mounts. @param {string} folder */
function containerOf(folder) {
  const { image } = readDockerfile();
  const all = (/** @type {string} */ word) => image.filter((one) => one.word === word).map(({ value }) => value);
  const environment = readAssignments(all('ENV').join(' '));
  const [cwd = '/'] = all('WORKDIR');
  const [volume = '/data'] = all('VOLUME');
  const last = (/** @type {string} */ word) => JSON.parse((all(word).at(-1) ?? '[]').replace(/^.*?\[/, '['));
  /** @type {{ start: string[], health: string[] }} */
  const commands = { start: last('CMD'), health: last('HEALTHCHECK') };
  // Nothing of it is seen outside: the mounts end with the last process.
  const mounts = `
    mount --bind "$1/root" "$1/root"
    mount -o remount,bind,ro "$1/root"
    mount -t proc -o nosuid,nodev,noexec proc "$1/root/proc"
    mount -t tmpfs -o nosuid,nodev tmpfs "$1/root/tmp"
    mount -t tmpfs -o nosuid,nodev tmpfs "$1/root/run"
    mkdir "$1/root/run/secrets" "$1/root/run/postgresql"
    mount --bind "$1/secrets" "$1/root/run/secrets"
    mount --bind "$1/postgres" "$1/root/run/postgresql"
    mount --bind "$1/volume" "$1/root$2"
    cd "$1"; shift 2
    exec chroot root setpriv --reuid ${uid} --regid ${uid} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all \
      env -i --chdir "$@"`;

  /** @param {string[]} command @param {Record<string, string>} env @param {import('node:child_process').SpawnOptions} options */
  function begin(command, env, options) {
    const variables = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', ...environment, ...env });
    const child = spawn(
      'unshare',
      [
        ...['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--propagation', 'private'],
        ...['sh', '-euc', mounts, 'sh', folder, volume, cwd],
        ...variables.map(([name, value]) => `${name}=${value}`),
        ...command,
      ],
      options,
    );
    running.add(child);
    child.once('close', () => running.delete(child));
    return child;
  }
  return { begin, commands, volume };
}

/** @param {string} folder @param {string} port */
async function tryRoot(folder, port) {
  const { runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../server/database/embedded.ts') }} */
  const { module } = await runnerImport('server/database/embedded.ts', { configFile: false, root, logLevel: 'warn' });
  // The embedded server is for its own user alone; here the store's user is another one.
  const settings = { unix_socket_permissions: '0777' };
  const silent = { info() {}, warn() {}, error() {} };
  const database = await module.startEmbedded({ dataDir: join(folder, 'postgres'), log: silent, settings });
  try {
    await tryWith(folder, port, database);
  } finally {
    await database.stop();
  }
}

/** @param {string} folder @param {string} port @param {import('../server/database/embedded.ts').EmbeddedDatabase} database */
async function tryWith(folder, port, { connection, superuser }) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(superuser);
  await client.connect();
  const { user, password } = connection;
  await client.query(`create database restored owner ${pg.escapeIdentifier(user)}`).finally(() => client.end());
  run('chmod', ['0711', connection.host]);

  mkdirSync(join(folder, 'secrets'));
  mkdirSync(join(folder, 'volume'), { mode: 0o700 });
  chownSync(join(folder, 'volume'), uid, uid);
  const urlOf = (/** @type {string} */ name) =>
    `postgres://${user}:${encodeURIComponent(password)}@localhost:${connection.port}/${name}?host=/run/postgresql`;
  const secrets = {
    'database-url': urlOf(connection.database),
    'restored-url': urlOf('restored'),
    'jwt-secret': 'a secret of the trial alone, 1234567890',
    'secrets-key': 'a key of the trial alone, 1234567890',
  };
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(join(folder, 'secrets', name), value, { mode: 0o644 });
  /** @param {string} urlFile @returns {Record<string, string>} */
  const environment = (urlFile) => ({
    HOST: '127.0.0.1',
    PORT: port,
    MODE: 'sandbox',
    DEMO_DATA: 'off',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: 'none',
    BACKUP_DIR: '/data/backups',
    DATABASE_URL_FILE: `/run/secrets/${urlFile}`,
    JWT_SECRET_FILE: '/run/secrets/jwt-secret',
    SECRETS_KEY_FILE: '/run/secrets/secrets-key',
  });
  const container = containerOf(folder);
  const smokeTest = readFileSync(join(root, 'deploy', 'smoke-test.mjs'), 'utf8');
  /** @param {string[]} command @param {{ urlFile?: string, input?: string, mayFail?: boolean }} [options] */
  const inside = (command, { urlFile = 'database-url', input, mayFail = false } = {}) =>
    outputOf(container.begin(command, environment(urlFile), { stdio: ['pipe', 'pipe', 'pipe'] }), { input, mayFail });
  const smoke = (/** @type {string[]} */ args, /** @type {string} */ urlFile) =>
    inside(['node', '--input-type=module', '-', ...args], { urlFile, input: smokeTest });

  const first = startStore(container, environment('database-url'));
  const order = (await Promise.race([smoke(['buy'], 'database-url'), first.failed.then(() => '')])).trim();
  await inside(container.commands.health);
  reportProcess(await first.pid());
  const denied = await inside(['sh', '-c', 'touch /app/x || touch /x || touch /usr/x'], { mayFail: true });
  if (!/Read-only file system/.test(denied)) throw new Error(`The root is not read-only: ${denied}`);
  console.log('The root is read-only.');
  console.log((await inside(['node', 'dist/server/backup.js', '--to', '/data/backups'])).trim());
  const file = (await inside(['sh', '-c', 'ls /data/backups/*.gz | tail -n 1'])).trim();
  await first.stop();
  console.log(
    (await inside(['node', 'dist/server/store-import.js', '--from', file], { urlFile: 'restored-url' })).trim(),
  );
  console.log((await inside(['node', 'dist/server/money-verify.js'], { urlFile: 'restored-url' })).trim());
  const second = startStore(container, environment('restored-url'));
  await smoke(['find', order], 'restored-url');
  await second.stop();
}

/** @param {ReturnType<typeof containerOf>} container @param {Record<string, string>} env */
function startStore({ begin, commands }, env) {
  const child = begin(commands.start, env, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
  const ended = new Promise((resolve) => child.once('close', resolve));
  let isAsked = false;
  const failed = ended.then((code) => {
    if (!isAsked) throw new Error(`The store ended with ${code}:\n${output.slice(-5000)}`);
  });
  failed.catch(() => {});
  // Number 1 of its namespace, as in a container.
  const pid = async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      if (children) return Number(children.split(' ')[0]);
      await wait(50);
    }
    throw new Error(`The store did not start:\n${output}`);
  };
  return {
    pid,
    /** Rejects when the store ends by itself. */
    failed,
    stop: async () => {
      isAsked = true;
      process.kill(await pid(), 'SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      const code = await ended;
      clearTimeout(limit);
      if (code !== 0) throw new Error(`The store ended with ${code}:\n${output.slice(-5000)}`);
      console.log('SIGTERM stopped the store, exit code 0.');
    },
  };
}

/** @param {number} pid */
function reportProcess(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const fieldOf = (/** @type {string} */ name) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  const seen = ['Uid', 'NoNewPrivs', 'CapEff', 'CapBnd'].map((name) => fieldOf(name));
  if (seen.join() !== `${uid},1,0000000000000000,0000000000000000`) throw new Error(`The store runs with ${seen}.`);
  console.log(`The store runs as user ${uid}, without capabilities.`);
}

/** @param {import('node:child_process').ChildProcess} child @param {{ input: string | undefined, mayFail: boolean }} options */
async function outputOf(child, { input, mayFail }) {
  let output = '';
  let errors = '';
  child.stdout?.on('data', (piece) => (output += piece));
  child.stderr?.on('data', (piece) => (errors += piece));
  child.stdin?.end(input ?? '');
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (mayFail) return output + errors;
  if (code !== 0) throw new Error(`Exit code ${code}: ${child.spawnargs.slice(-4).join(' ')}\n${output}${errors}`);
  process.stderr.write(errors);
  return output;
}

/** Another mirror than Debian's own, for machines that have one. */
function mirror() {
  return process.env.DEBIAN_MIRROR ? [process.env.DEBIAN_MIRROR] : [];
}

/** @param {string} command @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} [options] */
function run(command, args, options = {}) {
  console.log(`+ ${[command, ...args].join(' ')}`);
  const { status, stderr, stdout, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} failed: ${error ?? ''}\n${String(stdout).slice(-2000)}${String(stderr).slice(-4000)}`);
}

async function main() {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '3000' }, keep: { type: 'string' } } });
  const reason = whyNoRootImage();
  if (reason !== null) {
    console.error(`No root file system can be made here: ${reason}.`);
    process.exit(2);
  }
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'applaud-root-'));
  if (!values.keep) cleanUpAfterExit(folder);
  run('chmod', ['0755', folder]);
  try {
    if (!existsSync(join(folder, 'root'))) makeRoot(folder);
    for (const name of ['secrets', 'volume', 'postgres']) rmSync(join(folder, name), { recursive: true, force: true });
    await tryRoot(folder, values.port);
  } finally {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main();
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(1);
  }
}
