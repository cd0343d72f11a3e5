// Tailwind reads the classes of the files that a stylesheet names, and passes over a file that does not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/platform/project-root.ts';

const web = join(projectRoot(), 'web');
const stylesheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

test.each(stylesheets)('every source of %s exists: correct its @source lines after a rename', (name) => {
  const text = readFileSync(join(web, name), 'utf8');
  const sources = [...text.matchAll(/@source (?:not )?"([^"*]+)"/g)].flatMap(([, source = '']) => expanded(source));
  expect(sources.filter((source) => !existsSync(join(web, dirname(name), source)))).toEqual([]);
});

/** Expands one pair of braces. */
function expanded(source: string): string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(source) ?? [];
  return names ? names.split(',').map((name) => before + name + after) : [source];
}
