// What a person reads in a terminal when a store starts; a program that reads standard output gets every line of the log.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeCheck, readNodeSupport } from '../../server/platform/support-ends.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram, startProgram, until } from '../support/program.ts';

/** Util-linux: runs a command in a terminal of its own. */
const hasTerminal = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();
const aboutNode = nodeCheck(readNodeSupport({ nodeVersion: process.versions.node, clock: { now: () => new Date() } }));
/** The last line, where the Node of this run has one. */
const nodeLines = aboutNode ? ['', expect.stringMatching(/^Node .+ has had no security updates since /)] : [];

let folder: string;
let port: number;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-first-'));
  port = await freePort();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const envOf = (more: Record<string, string> = {}) => ({ PORT: String(port), DATA_DIR: folder, ...more });

/** Starts a store in a terminal and presses Ctrl-C once it is open; what the terminal showed until it was, as lines. */
async function readTerminal(more: Record<string, string> = {}): Promise<string[]> {
  const { PATH = '', HOME = '' } = process.env;
  const command = `${process.execPath} scripts/start.mjs`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env: { PATH, HOME, ...envOf(more) } });
  started.push(child);
  const ended = once(child, 'close');
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
  });
  const read = () => text.replaceAll('\r\n', '\n');
  await until(
    'the start ends',
    () => /is open at [^\n]+\n(.+\n|\n(?!$))*\n/.test(read()) || child.exitCode !== null,
    90_000,
  );
  const shown = read();
  child.stdin.write('\u0003');
  await ended;
  return shown.trimEnd().split('\n');
}

describe.skipIf(!hasTerminal)('a start in a terminal', () => {
  test('D-115: the first one shows the address, the credentials and the next step, and nothing else', async () => {
    expect(await readTerminal()).toEqual([
      'Setting up the database and two months of invented orders ...',
      '',
      `Applaud (sandbox) is open at http://localhost:${port}`,
      '',
      `Admin: http://localhost:${port}/admin-login`,
      '  email     admin@applaud.example',
      expect.stringMatching(/^ {2}password {2}\w{16} {3}\(shown this once\)$/),
      '',
      'Next: buy likes on the home page with card 5123450000000008, expiry 01/39, security code 100.',
      'Then sign in, and send them from Home.',
      ...nodeLines,
    ]);
  });

  test('D-115: a later one shows the address', async () => {
    expect(await readTerminal()).toEqual([
      'Starting ...',
      '',
      `Applaud (sandbox) is open at http://localhost:${port}`,
      ...nodeLines,
    ]);
  });

  test('D-115: one of a live store shows what to do before buyers can order', async () => {
    const secrets = { JWT_SECRET: 'j'.repeat(32), SECRETS_KEY: 's'.repeat(32) };
    const live = { MODE: 'live', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: 'none', ...secrets };
    expect(await readTerminal(live)).toEqual([
      'Setting up the database ...',
      '',
      'Applaud (live) is open at https://shop.example for its admins only.',
      'Nobody can sign in yet: npm run admin:create -- --email you@example.com',
      expect.stringMatching(/^Turn on a payment method in Settings, Payment methods\./),
      'Buyers can order once you confirm the launch: https://shop.example/admin?tab=settings (Launch)',
      ...nodeLines,
    ]);
  });

  test('D-115: one that fails shows a sentence', async () => {
    expect(await readTerminal({ PORT: 'x', LOG_LEVEL: 'loud' })).toEqual([
      'PORT must be a port number from 1 to 65535.',
      'LOG_LEVEL must be debug, info, warn, error or silent.',
    ]);
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    expect(await readTerminal({ HOST: '127.0.0.1' })).toEqual([
      'Starting ...',
      `Port ${port} is in use. Set PORT to another one.`,
    ]);
    holder.close();
  });
});

test('D-115: a first start that cannot listen leaves the password to the next one', async () => {
  const env = { ...envOf(), DATA_DIR: join(folder, 'refused'), HOST: '127.0.0.1', DEMO_DATA: 'off' };
  const holder = createServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
  const refused = await runProgram('main', env, [], 60_000);
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain(`Port ${port} is in use. Set PORT to another one.\n`);
  await new Promise((resolve) => holder.close(resolve));
  const next = await startProgram('main', env);
  await until('the store is open', () => next.output().includes('shown this once'), 60_000);
  next.kill('SIGTERM');
  expect(await next.ended).toBe(0);
});

test('D-115: a program that reads standard output gets every line of the log as JSON, beside the welcome text', async () => {
  const env = { ...envOf(), DATA_DIR: join(folder, 'piped'), DEMO_DATA: 'off' };
  const store = await startProgram('main', env);
  await until('the store is open', () => store.output().includes('is open at'), 60_000);
  store.kill('SIGTERM');
  await store.ended;
  const lines = store.output().split('\n');
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { msg: string });
  expect(logged.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['started PostgreSQL', 'starting', 'stopping', 'stopped PostgreSQL']),
  );
  const welcome = lines.slice(lines.findIndex((line) => line.includes('is open at')));
  expect(welcome.findIndex((line) => line.startsWith('{'))).toBeGreaterThan(
    welcome.findIndex((line) => line.includes('security code')),
  );
});
