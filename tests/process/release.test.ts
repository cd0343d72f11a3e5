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
    execFileSync('node', ['scripts/release.mjs', '--rehearsal', '--to', join(folder, 'release')], { stdio: 'pipe' });
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

  test('D-114: has a notice of each package, part of the build or installed, of each library and of the font', () => {
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const titles = [...notices.matchAll(/^={80}\n(.*?)\n-{80}\n\n(?=\S)/gms)].flatMap(([, of = '']) => of.split('\n'));
    const names = new Set(titles.map((title) => title.replace(/( \d\S*)? \([^()]*\)*$/, '')));
    const filesOf = (folder: string) => readdirSync(join(installed, folder), { recursive: true, encoding: 'utf8' });
    const textOf = (path: string) => readFileSync(join(installed, path), 'utf8');

    const packages = filesOf('node_modules')
      .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@.]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(textOf(join('node_modules', path))) as { name: string; version: string })
      .map((one) => `${one.name} ${one.version}`);
    expect(packages.filter((one) => !titles.some((title) => title.startsWith(`${one} (`)))).toEqual([]);

    // What the build lists, and what its maps and styles show.
    const maps = ['dist/server', 'dist/web'].flatMap((part) =>
      filesOf(part).flatMap((path) => (path.endsWith('.map') ? [textOf(join(part, path))] : [])),
    );
    const styles = filesOf('dist/web/client/assets').filter((path) => path.endsWith('.css'));
    const bundled = new Set([
      ...['server', 'web', 'web/client'].flatMap(
        (part) => JSON.parse(textOf(`dist/${part}/packages.json`)) as string[],
      ),
      ...maps.flatMap((map) =>
        [...map.matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)\/(?!node_modules\/)/g)].map(([, name = '']) => name),
      ),
      ...styles.flatMap((path) =>
        [...textOf(join('dist/web/client/assets', path)).matchAll(/\/\*! (\S+) v/g)].map(([, name = '']) => name),
      ),
    ]);
    expect([...bundled]).toEqual(expect.arrayContaining(['react', 'wouter', 'tailwindcss']));
    expect([...bundled].filter((name) => !names.has(name))).toEqual([]);

    const fonts = filesOf('dist').flatMap((path) => /([a-z]+)[^/]*\.(woff2?|ttf|otf)$/.exec(path)?.[1] ?? []);
    expect(fonts).toEqual(['figtree']);
    expect(names).toContain('Font Figtree');
    expect(names).toContain('PostgreSQL');
    expect(notices).toContain('SIL OPEN FONT LICENSE');
    expect(notices).not.toContain('No text was found.');
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
