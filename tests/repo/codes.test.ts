import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../web');

test('pages compare codes, never sentences', () => {
  const places = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) =>
      readFileSync(join(web, name), 'utf8')
        .split('\n')
        .filter((line) => /(===|!==) (messages\.|errors\.\w+\.message|'[A-Z][^']* [^']*')/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(places).toEqual([]);
});
