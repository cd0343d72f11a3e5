import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draw } from '../../testing.tsx';
import { Gallery } from './gallery.tsx';

const folder = join(import.meta.dirname, '..');

it('the gallery shows every part of ui', () => {
  const shown = readdirSync(import.meta.dirname).filter((name) => /^(gallery|charts)\.tsx$/.test(name));
  const gallery = shown.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
  const parts = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)].map(([, part]) => part),
  );
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => !gallery.includes(`<${part}`))).toEqual([]);
});

it('the gallery can be drawn', () => {
  const { all } = draw(<Gallery />);
  expect(all('section h2').length).toBe(16);
});
