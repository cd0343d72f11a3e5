import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findPosition, nameSourcesInStackTraces } from './stack-traces.ts';

const before = Error.prepareStackTrace;
afterEach(() => {
  Error.prepareStackTrace = before;
});

test('a position is the one that Node finds', async () => {
  const map = JSON.parse(await readFile('node_modules/postal-mime/dist/esm/mime-node.js.map', 'utf8'));
  const byNode = new SourceMap(map);
  const found: unknown[] = [];
  for (let line = 1; line < 100; line += 1) {
    for (let column = 1; column < 60; column += 5) {
      const entry = byNode.findEntry(line - 1, column - 1);
      const isOfLine = 'generatedLine' in entry && entry.generatedLine === line - 1;
      const expected = isOfLine ? { source: 0, line: entry.originalLine + 1, column: entry.originalColumn + 1 } : null;
      expect(findPosition(map.mappings, line, column)).toEqual(expected);
      found.push(expected);
    }
  }
  expect(found.filter(Boolean).length).toBeGreaterThan(300);
});

test('a trace names sources where there is a map, and built files where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-stacks-'));
  try {
    // Line 2, column 3 of the built file comes from line 10, column 5 of the source.
    await writeFile(join(folder, 'built.cjs'), 'exports.fail = () => {\n  throw new Error("no");\n};\n');
    await writeFile(join(folder, 'built.cjs.map'), JSON.stringify({ mappings: ';EASI', sources: ['../source.ts'] }));
    await writeFile(join(folder, 'plain.cjs'), 'exports.fail = () => {\n  throw new Error("no");\n};\n');
    nameSourcesInStackTraces();
    const traceOf = (name: string) => {
      const { fail } = createRequire(import.meta.url)(join(folder, name));
      try {
        return fail();
      } catch (error) {
        return (error as Error).stack;
      }
    };
    expect(traceOf('built.cjs')).toMatch(/^Error: no\n {4}at (?:\w+\.)*fail \(.*\/source\.ts:10:5\)\n/);
    expect(traceOf('plain.cjs')).toMatch(/^Error: no\n {4}at (?:\w+\.)*fail \(.*\/plain\.cjs:2:9\)\n/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
