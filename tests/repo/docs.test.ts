// What the documents name is there, and what is there for operators and engineers is named in the documents.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../server/platform/project-root.ts';
import { variablesOfStore } from './variables.ts';

const root = projectRoot();
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const within = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'sandbox/README.md'],
  ...within('docs').filter((name) => name.endsWith('.md')),
].map((path) => ({ path, text: textOf(path) }));
const readme = textOf('README.md');

/** As GitHub makes them: small letters, no punctuation, a hyphen for each space. */
const anchorsOf = (text: string) =>
  new Set(
    [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );

const mergeMark = /^(<{7}|>{7})/m;

function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
  });
}

describe('the documents', () => {
  test('a link to a missing file or heading is found, and one that leads somewhere is not', () => {
    const text = '[a](docs/nothing.md) [b](docs/operating.md#nothing) [c](docs/backup.md#restore) [d](#test-it)';
    expect(brokenLinks('README.md', text)).toEqual(['docs/nothing.md', 'docs/operating.md#nothing']);
  });

  test.each(documents)('every link in $path leads to a file and a heading', ({ path, text }) => {
    expect(brokenLinks(path, text)).toEqual([]);
  });

  test.each([
    ['a\n<<<<<<< HEAD\nb', true],
    ['a\n>>>>>>> other\nb', true],
    ['a <<<<<<< b', false],
  ])('the mark of an unfinished merge is found at the start of a line: %j', (text, isFound) => {
    expect(mergeMark.test(text)).toBe(isFound);
  });

  test.each(documents)('$path has no mark of an unfinished merge', ({ text }) => {
    expect(text).not.toMatch(mergeMark);
  });

  test('every file that the guides name is there', () => {
    const folders = [
      'contract',
      'server',
      'web',
      'sandbox',
      'tests',
      'scripts',
      'bench',
      'tools',
      'deploy',
      'docs',
      '.github',
    ];
    const files = folders.flatMap(within).map((name) => `/${name}`);
    const guides = documents.filter(({ path }) => !/^docs\/(decisions|protocols|requirements)/.test(path));
    const missing = guides.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:md|tsx?|mjs|ya?ml|json|service|conf))`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !files.some((file) => file.endsWith(`/${named}`)))
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });

  test('every path of a `npx vitest run` command is there, up to a name in angle brackets', () => {
    const named = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`npx vitest run ([^`]+)`/g)].flatMap(([, args = '']) =>
        args
          .split(/\s+/)
          .filter((arg) => arg.includes('/'))
          .map((arg) => ({ path, arg, start: arg.replace(/<.*/, '') })),
      ),
    );
    expect(named.length).toBeGreaterThan(0);
    const folders = ['contract', 'server', 'web', 'sandbox', 'tests'];
    const files = folders.flatMap(within);
    const missing = named.filter(({ start }) => !files.some((file) => file.startsWith(start)));
    expect(missing.map(({ path, arg }) => `${path}: ${arg}`)).toEqual([]);
  });

  test('docs/security.md names tests that are there, and sums up what is not met', () => {
    const text = textOf('docs/security.md');
    const files = ['contract', 'server', 'web', 'tests'].flatMap(within).map((name) => `/${name}`);
    const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
    const notMet = [...text.matchAll(/^\| ([\d., ]+) \| [^|]+ \| no \|/gm)].flatMap(([, numbers = '']) =>
      numbers.split(', '),
    );
    const [, summary = ''] = text.split('### Not met, in one look\n');
    expect(summary.match(/\b\d+\.\d+\.\d+\b/g)?.toSorted()).toEqual(notMet.toSorted());
  });

  test('every file of deploy/ that a document or a command in it names is there, and each is named', () => {
    const named = documents.flatMap(({ text }) => text.match(/\bdeploy\/[\w./@-]*\w/g) ?? []);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const files = within('deploy').filter((path) => statSync(join(root, path)).isFile());
    expect(files.filter((path) => !named.includes(path))).toEqual([]);
  });

  test('the tables of docs/configuration.md hold every variable that the store reads, and no other', () => {
    const table = textOf('docs/configuration.md');
    const rows = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, names = '']) => names);
    const named = rows.flatMap((names) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
    expect(named.toSorted()).toEqual([...variablesOfStore()].toSorted());
  });

  test('the README shows what `npm run help` prints, in at most 18 lines', () => {
    const printed = execFileSync(process.execPath, [join(root, 'scripts/help.mjs')], { encoding: 'utf8' });
    expect(textOf('README.md')).toContain(`\`\`\`\n${printed}\`\`\``);
    expect(printed.trimEnd().split('\n').length).toBeLessThanOrEqual(18);
  });

  test('every command of package.json is explained in docs/commands.md, and every command that is named exists', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const known = Object.keys(scripts);
    const commands = textOf('docs/commands.md');
    const callOf = (name: string) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);
    expect(known.filter((name) => !new RegExp(`${callOf(name)}(?![\\w:-])`).test(commands))).toEqual([]);
    const named = documents.flatMap(({ text }) =>
      [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('the pictures of the README are small, and there is none that nobody shows', () => {
    const pictures = within('docs/pictures');
    for (const path of pictures) {
      expect(statSync(join(root, path)).size, path).toBeLessThanOrEqual(150_000);
      expect(readme).toContain(path);
    }
    expect(pictures.length).toBeGreaterThan(0);
  });
});

describe('docs/security.md', () => {
  const numbersIn = (text: string) => text.match(/\b\d+\.\d+\.\d+\b/g) ?? [];

  test('lists at its end exactly the rows that are not met', () => {
    const [rows = '', list = ''] = textOf('docs/security.md').split('### Not met, in one look');
    const open = [...rows.matchAll(/^\| ([\d., ]+) \|[^|]*\| no \|/gm)].flatMap(([, cell = '']) => numbersIn(cell));
    expect(open.length).toBeGreaterThan(0);
    expect(numbersIn(list).sort()).toEqual(open.sort());
  });
});

describe('the dependencies', () => {
  test('each that a store is installed with has its reason in the records', () => {
    const { dependencies, optionalDependencies } = JSON.parse(textOf('package.json'));
    const table = [...textOf('docs/decisions/0004-dependencies.md').matchAll(/^\| (`.*?) \|/gm)].flatMap(
      ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    const isThere = (name: string) =>
      table.some((listed) => listed === name || (listed.endsWith('*') && name.startsWith(listed.slice(0, -1))));
    expect(Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isThere(name))).toEqual([]);
    expect(isThere('left-pad')).toBe(false);
  });
});
