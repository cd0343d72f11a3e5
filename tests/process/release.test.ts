// The archive of a release, as an operator gets it: unpacked where neither source nor tools for building are.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const { PATH = '', HOME = '' } = process.env;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'applaud-release-'));
const installed = join(folder, `applaud-${version}`);
const assetsOf = (release: string) => join(release, 'dist', 'web', 'client', 'assets');
const fileOf = (ending: string) => {
  const name = readdirSync(join(folder, 'release')).find((one) => one.endsWith(ending)) ?? '';
  return join(folder, 'release', name);
};
let child: ChildProcess | undefined;

describe.skipIf(process.platform === 'win32')('the archive of a release', () => {
  beforeAll(() => {
    execFileSync('node', ['scripts/release.mjs', '--to', join(folder, 'release')], { stdio: 'pipe' });
    execFileSync('tar', ['-xzf', fileOf('.tar.gz'), '-C', folder]);
  }, 300_000);
  afterAll(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('comes with the checksums of all its files', () => {
    const lines = readFileSync(fileOf('SHA256SUMS'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ');
      const content = readFileSync(join(folder, 'release', name));
      expect(createHash('sha256').update(content).digest('hex'), name).toBe(sum);
    }
  });

  test('holds no source and no tool of the build', () => {
    for (const name of ['web', 'contract', 'server/main.ts', 'tests'])
      expect(existsSync(join(installed, name))).toBe(false);
    const tools = ['vite', 'rolldown', 'tailwindcss', 'typescript', 'typescript-native', 'react', 'vitest'];
    const packages = readdirSync(join(installed, 'node_modules'));
    expect(packages.filter((name) => tools.includes(name))).toEqual([]);
    expect(packages).toContain('fastify');
  });

  test('lists each package that it holds, installed or part of the build, in its bill of materials', () => {
    type Component = { name: string; version: string; purl: string };
    const { components, metadata } = JSON.parse(readFileSync(fileOf('.cdx.json'), 'utf8')) as {
      components: Component[];
      metadata: { component: Component };
    };
    expect(metadata.component).toMatchObject({ name: 'applaud', version });
    const listed = components.map(({ purl }) => purl);
    const present = readdirSync(join(installed, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@.]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(installed, 'node_modules', path), 'utf8')) as Component)
      .map((one) => `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`);
    expect(present.length).toBeGreaterThan(100);
    expect(present.filter((purl) => !listed.includes(purl))).toEqual([]);
    for (const name of ['react', 'react-dom', '%40tanstack/react-query']) {
      expect(listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`))).toBe(true);
    }
  });

  test('starts a store with its database, and keeps the scripts of the release before for open pages', async () => {
    const former = join(folder, 'former');
    cpSync(join(installed, 'dist', 'web', 'client'), join(former, 'dist', 'web', 'client'), { recursive: true });
    const script = readdirSync(assetsOf(former)).find((name) => /^home-.*\.js$/.test(name)) ?? '';
    renameSync(join(assetsOf(former), script), join(assetsOf(former), 'home-former.js'));
    const list = join(former, 'dist', 'web', 'client', 'own-assets.json');
    writeFileSync(list, readFileSync(list, 'utf8').replace(script, 'home-former.js'));
    expect(node(['scripts/keep-assets.mjs', '--from', former])).toBe(`Scripts and styles kept of ${former}: 1\n`);

    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const dataDir = join(folder, 'data');
    const env = { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'off' };
    child = spawn('npm', ['start'], { cwd: installed, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece) => {
        output += piece;
      });
    }
    await expect.poll(() => output, { timeout: 60_000 }).toContain('is open at');
    expect(output).not.toContain('Building');
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ version });
    const page = await (await fetch(url)).text();
    const sources = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(sources.length).toBeGreaterThan(1);
    for (const path of [...sources, '/assets/home-former.js']) {
      expect((await fetch(`${url}${path}`)).status, path).toBe(200);
    }
    const smokeTest = (args: string[]) => node(['deploy/smoke-test.mjs', ...args, '--url', url]).trim();
    smokeTest(['find', smokeTest(['buy'])]);
    child.kill('SIGTERM');
    await expect.poll(() => output, { timeout: 20_000 }).toContain('stopped PostgreSQL');
  });

  test('says which folder it needs to keep the scripts of the release before', () => {
    expect(() => node(['scripts/keep-assets.mjs', '--from', resolve('docs')])).toThrow(
      'Name the folder of the release',
    );
  });
});

function node(args: string[]): string {
  return execFileSync('node', args, { cwd: installed, env: { PATH }, encoding: 'utf8', stdio: 'pipe' });
}
