// The packages that `npm ci` leaves out, because a store that is built and started needs none of them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findMissing } from '../../scripts/tools.mjs';

type Manifest = Record<'dependencies' | 'devDependencies' | 'scripts', Record<string, string>>;
type Locked = { dev?: boolean; bin?: Record<string, string>; devDependencies?: Record<string, string> };
const manifestOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const project = manifestOf('package.json');
const tools = Object.keys(manifestOf('tools/package.json').devDependencies);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

const sources = ['contract', 'server', 'web', 'sandbox', 'tests', 'scripts', 'bench']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .concat('vite.config.ts', 'vitest.config.ts', 'dependency-cruiser.mjs')
  .filter((path) => /\.(tsx?|mjs)$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

/** Packages whose code the text loads; types alone are no code. */
function loadedBy(text: string): string[] {
  const code = text.replace(/\/\*\*.*?\*\//gs, '');
  const imports = code.matchAll(/^(import|export) (?!type )[^;]*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm);
  const names = [...imports].map(([, , from, dynamic]) => from ?? dynamic ?? '');
  return names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

test('D-121: what builds and runs a store loads none of them', () => {
  const isTest = /\.test\.tsx?$|^(tests|bench|scripts\/cluster)\/|^vitest|^dependency-cruiser|\/testing[-a-z]*\.tsx$/;
  // They install the packages first, or the tests alone load them.
  const afterInstall = ['readme-pictures', 'text-tables', 'browser-tests-first'].map((name) => `scripts/${name}.mjs`);
  const files = sources.filter(({ path }) => !isTest.test(path) && !afterInstall.includes(path));
  expect(files.length).toBeGreaterThan(1_000);
  const loading = files.flatMap(({ path, text }) =>
    loadedBy(text).flatMap((name) => (tools.includes(name) ? [`${path}: ${name}`] : [])),
  );
  expect(loading).toEqual([]);
});

test('each of them is used', () => {
  const commands = Object.values(project.scripts).join('\n');
  // The document has the client that a test compiles.
  const texts = [...sources.map(({ text }) => text), readFileSync('docs/api.md', 'utf8')].join('\n');
  const isUsed = (name: string) => {
    const programs = Object.keys(packages[`node_modules/${name}`]?.bin ?? {});
    const typed = name.replace('@types/', '');
    return (
      new RegExp(`['"/]${name}['"/]`).test(texts) ||
      commands.includes(`node_modules/${name}/`) ||
      programs.some((program) => new RegExp(`&& (\\w+=\\S+ )?${program}\\b`).test(commands)) ||
      (typed !== name && (typed === 'node' || new RegExp(`['"]${typed}(/[^'"]*)?['"]`).test(texts)))
    );
  };
  expect(tools.filter((name) => !isUsed(name))).toEqual([]);
  expect(isUsed(['no', 'such', 'package'].join('-'))).toBe(false);
});

test('D-121: `npm ci` leaves them out, and none is a package of the store', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('workspaces=false');
  const own = Object.keys({ ...project.dependencies, ...project.devDependencies });
  expect(own.filter((name) => tools.includes(name))).toEqual([]);
  expect(Object.keys(packages.tools?.devDependencies ?? {})).toEqual(tools);
});

test('D-121: every command of package.json that runs one of them installs them first', () => {
  const programs = tools.flatMap((name) => Object.keys(packages[`node_modules/${name}`]?.bin ?? {}));
  const running = Object.entries(project.scripts).filter(([, command]) =>
    programs.some((program) => new RegExp(`(^|[ /])${program}( |$)`).test(command)),
  );
  expect(running.length).toBeGreaterThan(8);
  for (const [name, command] of running) expect(command, name).toMatch(/^node scripts\/tools\.mjs && /);
  for (const name of ['test', 'test-full', 'check', 'visual-update', 'bench', 'texts', 'readme-pictures', 'cluster'])
    expect(readFileSync(`scripts/${name}.mjs`, 'utf8'), name).toMatch(/^installTools\(\);$/m);
});

test('D-121: one is missing when it is not there, or has another version than tools/package.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'applaud-tools-'));
  const write = (path: string, content: object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  };
  try {
    const alias = 'npm:typescript@7.0.2';
    write('tools/package.json', { devDependencies: { gone: '1.0.0', '@a/old': '2.0.0', '@a/kept': '3.0.0', alias } });
    write('node_modules/@a/old/package.json', { version: '1.9.0' });
    write('node_modules/@a/kept/package.json', { version: '3.0.0' });
    write('node_modules/alias/package.json', { version: '7.0.2' });
    expect(findMissing(folder)).toEqual(['gone', '@a/old']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
