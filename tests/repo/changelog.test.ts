// CHANGELOG.md has the form of https://keepachangelog.com/en/1.1.0/, so that people and programs find what changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/platform/project-root.ts';

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const textOf = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');

/** What is wrong with the form of `text`, as sentences. */
function problemsOf(text: string, version: string): string[] {
  const problems: string[] = [];
  const versions: { name: string; date: string }[] = [];
  let kind: string | null = null;
  let lastPlace = -1;
  const [title, ...lines] = text.trimEnd().split('\n');
  if (title !== '# Changelog') problems.push('The title is not "# Changelog".');
  for (const line of lines) {
    const [, level = '', heading = ''] = /^(#+) (.*)$/.exec(line) ?? [];
    if (level === '##') {
      const [, name = '', date = ''] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/.exec(heading) ?? [];
      if (name === '') problems.push(`"${heading}" is neither [Unreleased] nor [VERSION] - DATE.`);
      if ((name === 'Unreleased') !== (date === '')) problems.push(`"${heading}" needs a date, or must not have one.`);
      if (date !== '' && new Date(date).toISOString().slice(0, 10) !== date) problems.push(`${date} is no day.`);
      versions.push({ name, date });
      kind = null;
      lastPlace = -1;
    } else if (level === '###') {
      const place = kinds.indexOf(heading);
      if (place <= lastPlace)
        problems.push(`"${heading}" of ${versions.at(-1)?.name} is no kind, twice, or out of order.`);
      kind = heading;
      lastPlace = place;
    } else if (line.startsWith('- ') && kind === null) problems.push(`This entry has no kind: ${line}`);
  }
  const dates = versions.flatMap(({ date }) => date || []);
  if (dates.join() !== dates.toSorted().reverse().join()) problems.push('The newest version is not the first one.');
  const unreleased = versions.findIndex(({ name }) => name === 'Unreleased');
  if (unreleased > 0) problems.push('[Unreleased] is not the first one.');
  if (unreleased < 0 && !versions.some(({ name }) => name === version)) problems.push(`${version} has no section.`);
  return problems;
}

test('D-115: the changelog has its version, and each entry under a version and a kind', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  expect(problemsOf(textOf('CHANGELOG.md'), version)).toEqual([]);
});

test.each([
  ['# Changes\n## [Unreleased]', 'The title is not "# Changelog".'],
  ['# Changelog\n## [1.1.0], 2026-11-23', '"[1.1.0], 2026-11-23" is neither [Unreleased] nor [VERSION] - DATE.'],
  ['# Changelog\n## [1.1.0]', '"[1.1.0]" needs a date, or must not have one.'],
  ['# Changelog\n## [1.1.0] - 2026-02-30', '2026-02-30 is no day.'],
  ['# Changelog\n## [Unreleased]\n### News', '"News" of Unreleased is no kind, twice, or out of order.'],
  ['# Changelog\n## [Unreleased]\n### Fixed\n### Added', '"Added" of Unreleased is no kind, twice, or out of order.'],
  ['# Changelog\n## [Unreleased]\n- An entry', 'This entry has no kind: - An entry'],
  ['# Changelog\n## [1.0.0] - 2026-01-01\n## [1.1.0] - 2026-02-01', 'The newest version is not the first one.'],
  ['# Changelog\n## [1.1.0] - 2026-02-01\n## [Unreleased]', '[Unreleased] is not the first one.'],
  ['# Changelog\n## [1.0.0] - 2026-02-01', '1.1.0 has no section.'],
])('%j is refused', (text, problem) => {
  expect(problemsOf(text, '1.1.0')).toContain(problem);
});
