// The documents as a site: built, and every link and heading of the built pages followed. No network is needed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../../server/platform/project-root.ts';
import { brokenLinks } from '../../site/check-links.mjs';

const site = join(projectRoot(), 'site');

test('D-115: a link to a missing page, heading or picture of the built site is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'applaud-site-'));
  const write = (path: string, html: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), html);
  };
  const good =
    '<a href="./docs/a#b">a</a> <a href="/docs/a">a</a> <a href="https://x.example/y">y</a> <a href="#top">t</a>';
  const bad = '<a href="./docs/c">c</a> <a href="./docs/a#c">c</a> <a href="#b">b</a> <img src="/d.png">';
  write('index.html', `<h1 id="top">T</h1> ${good} ${bad} <a href="./docs/list">l</a>`);
  write('docs/a.html', '<h2 id="b">B</h2> <a href="./../">up</a>');
  write('docs/list/index.html', '<a href="../a">a</a>');
  try {
    expect(brokenLinks(folder)).toEqual([
      'index.html: ./docs/c leads to no file.',
      'index.html: ./docs/a#c leads to no heading.',
      'index.html: #b leads to no heading.',
      'index.html: /d.png leads to no file.',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(!existsSync(join(site, 'node_modules', 'vitepress')))(
  'D-115: the site is built, and each of its links leads somewhere',
  () => {
    const printed = execFileSync('npm', ['--prefix', site, 'run', 'build'], { encoding: 'utf8', stdio: 'pipe' });
    expect(printed).toContain('Every link leads somewhere.');
  },
  300_000,
);

test('D-115: the workflow of the documents builds the site with its check', () => {
  const { jobs } = parse(readFileSync(join(projectRoot(), '.github/workflows/docs.yml'), 'utf8'));
  expect(jobs.site.steps.map(({ run }: { run?: string }) => run)).toContain('npm run docs:site');
  const { scripts } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'));
  expect(scripts.build).toContain('vitepress build && node check-links.mjs');
});
