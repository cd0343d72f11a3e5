import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const imported =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** Everything that a browser would load from an entry: our files, and the packages they name. */
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

it('public pages ship React and our own files only: no zod, no chart, no table library', () => {
  const { files, packages } = reachedFrom('web/entry-shop.tsx');
  expect(files.length).toBeGreaterThan(30);
  expect(packages).toEqual(['react', 'react-dom', 'react-dom/client']);
  expect(files.filter((file) => file.startsWith('web/admin/') || file.startsWith('server/'))).toEqual([]);
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
    visit('web/entry-shop.tsx');
    for (const name of seen) {
      const text = readFileSync(join('dist/web/client', manifest[name].file), 'utf8');
      expect(text.includes('ZodError') || text.includes('invalid_type'), name).toBe(false);
    }
  },
);
