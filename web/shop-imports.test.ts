import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const imported =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** All modules and packages that a browser loads from an entry. */
function reachedFrom(entry: string) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file) || !/\.tsx?$/.test(file)) continue;
    files.add(file);
    for (const [, fixed, dynamic] of readFileSync(file, 'utf8').matchAll(imported)) {
      const name = fixed ?? dynamic ?? '';
      if (name.startsWith('.')) waiting.push(join(dirname(file), name));
      else packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

const withReact = ['home', 'checkout', 'success', 'client', 'order'];

it.each(withReact)(
  'the live part of %s ships React and our own files only: no zod, no chart, no table library',
  (page) => {
    const { files, packages } = reachedFrom(`web/entry-${page}.tsx`);
    expect(files.length).toBeGreaterThan(12);
    expect(packages.filter((name) => !['react', 'react-dom', 'react-dom/client'].includes(name))).toEqual([]);
    expect(files.filter((file) => file.startsWith('web/admin/') || file.startsWith('server/'))).toEqual([]);
    // Texts are embedded in the page, and the frame is server-rendered.
    expect(files.filter((file) => /texts\/(en|pt|catalogue)|shell|-page\.tsx$/.test(file))).toEqual([]);
  },
);

it('what every public page runs knows no React', () => {
  expect(reachedFrom('web/entry-shop.tsx').packages).toEqual([]);
});

it.runIf(existsSync('dist/web/client/manifest.json'))(
  'the built files of the public pages hold no schema library',
  () => {
    const manifest = JSON.parse(readFileSync('dist/web/client/manifest.json', 'utf8'));
    const seen = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const { imports = [], dynamicImports = [] } = manifest[name];
      for (const next of [...imports, ...dynamicImports]) visit(next);
    };
    for (const page of ['shop', ...withReact]) visit(`web/entry-${page}.tsx`);
    for (const name of seen) {
      const text = readFileSync(join('dist/web/client', manifest[name].file), 'utf8');
      expect(text.includes('ZodError') || text.includes('invalid_type'), name).toBe(false);
    }
  },
);
