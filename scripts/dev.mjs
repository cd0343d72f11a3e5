// @ts-check
// `npm run dev`: the store with the pages' code from Vite, which replaces a changed part of an open page and keeps its state.
// Changes of the server, and of what it renders, build that part again and restart the store behind the same address.
import { fork, spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import http from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import './end-with-parent.mjs';
import { root } from './freshness.mjs';

/** Editors write a file in several steps. */
const settleMs = 60;
/** What a changed folder needs. Vite itself follows all of `web` and `contract` in open pages. */
const partsOfFolder = { contract: ['server', 'pages'], server: ['server'], sandbox: ['server'], web: ['pages'] };
const port = Number(process.env.PORT || 3000);
const storePort = await findFreePort();

/** @type {import('node:child_process').ChildProcess | null} */
let store = null;
/** Resolves once the store accepts connections. Requests wait for it. */
let ready = Promise.resolve();
/** @type {Set<string>} */
const changedParts = new Set();
/** @type {NodeJS.Timeout | undefined} */
let timer;
let isWorking = false;

const front = http.createServer(serve);
front.on('upgrade', (request, socket, head) => {
  // Vite has its own listener for its messages.
  if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return;
  const upstream = connect(storePort, '127.0.0.1', () => {
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${headerLines(request.rawHeaders)}\r\n\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  for (const side of [upstream, socket]) side.on('error', () => [upstream, socket].map((each) => each.destroy()));
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void end());

if ((await run(['scripts/build.mjs'])) !== 0) process.exit(1);
const builder = fork(join(root, 'scripts', 'build.mjs'), ['--on-messages'], {
  cwd: root,
  execArgv: ['--import', join(root, 'scripts', 'end-with-parent.mjs')],
});
const vite = await createServer({
  configFile: false,
  root,
  appType: 'custom',
  logLevel: 'warn',
  plugins: [react(), tailwindcss()],
  publicDir: false,
  optimizeDeps: { entries: ['web/entry-*.tsx', '!web/entry-server.tsx'] },
  server: { middlewareMode: true, hmr: { server: front }, watch: { ignored: ['**/dist/**', '**/.data/**'] } },
});
startStore();
front.listen(port, process.env.HOST || '127.0.0.1');
for (const [folder, parts] of Object.entries(partsOfFolder)) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    // The server renders no page of the admin.
    if (/\.test\.tsx?$/.test(String(name)) || (folder === 'web' && /^admin\b/.test(String(name)))) return;
    for (const part of parts) changedParts.add(part);
    clearTimeout(timer);
    timer = setTimeout(renew, settleMs);
  });
}

/** A build that fails leaves the running store as it was. */
async function renew() {
  if (isWorking) return;
  isWorking = true;
  while (changedParts.size > 0) {
    const parts = [...changedParts];
    changedParts.clear();
    const built = await Promise.all(parts.map(rebuild));
    if (built.includes(false)) continue;
    await stopStore('SIGKILL');
    startStore();
    await ready;
  }
  isWorking = false;
}

function startStore() {
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  store = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', join(root, 'scripts', 'end-with-parent.mjs'), 'dist/server/main.js'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', PORT: String(storePort), PUBLIC_URL: publicUrl },
    },
  );
  ready = accepts(store);
}

/** A store that is killed loses nothing and leaves PostgreSQL running, which the next one takes over: seconds less. */
async function stopStore(/** @type {NodeJS.Signals} */ signal) {
  const running = store;
  store = null;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill(signal);
  await ended;
}

async function end() {
  await stopStore('SIGTERM');
  process.exit(0);
}

/** @param {import('node:child_process').ChildProcess} child */
async function accepts(child) {
  while (child.exitCode === null && child.signalCode === null) {
    const isOpen = await new Promise((resolve) => {
      const probe = connect(storePort, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
    if (isOpen) return;
    await wait(30);
  }
}

/** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
function serve(request, response) {
  const isCode = /^\/(@|web\/|contract\/|node_modules\/)/.test(request.url ?? '');
  if (isCode) vite.middlewares(request, response, () => response.writeHead(404).end());
  else void ready.then(() => forward(request, response));
}

/** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
function forward(request, response) {
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const { method, url: path } = request;
  const upstream = http.request(
    { port: storePort, host: '127.0.0.1', method, path, headers, agent: false },
    async (answer) => {
      const status = answer.statusCode ?? 502;
      if (!answer.headers['content-type']?.startsWith('text/html')) {
        response.writeHead(status, answer.headers);
        answer.pipe(response);
        return;
      }
      const chunks = await answer.toArray();
      // Vite's code is inline and makes styles: the page's own policy would refuse it.
      const { 'content-security-policy': _, 'content-length': __, ...kept } = answer.headers;
      const page = await vite.transformIndexHtml(path ?? '/', withSources(Buffer.concat(chunks).toString()));
      response.writeHead(status, kept).end(page);
    },
  );
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}

/** The page with the sources of its scripts in place of the built files. @param {string} page */
function withSources(page) {
  /** @type {Record<string, { file: string, isEntry?: boolean }>} */
  const manifest = JSON.parse(readFileSync(join(root, 'dist', 'web', 'client', 'manifest.json'), 'utf8'));
  let shown = page.replace(/<link rel="modulepreload"[^>]*>/g, '');
  for (const [source, { file, isEntry }] of Object.entries(manifest)) {
    if (isEntry) shown = shown.replaceAll(`"/${file}"`, `"/${source}"`);
  }
  // Code of Vite is always a module.
  return shown.replace(/<script (?=[^>]*src="\/web\/)(?!type=)/g, '<script type="module" ');
}

/** @param {string[]} raw names and values in turns */
function headerLines(raw) {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : [])).join('\r\n');
}

/** @param {string[]} args @returns {Promise<number | null>} the exit code */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', resolve));
}

/** @param {string} part @returns {Promise<boolean>} whether it could be built */
function rebuild(part) {
  return new Promise((resolve) => {
    builder.on('message', function read(/** @type {{ part: string, isBuilt: boolean }} */ answer) {
      if (answer.part !== part) return;
      builder.off('message', read);
      resolve(answer.isBuilt);
    });
    builder.send(part);
  });
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
