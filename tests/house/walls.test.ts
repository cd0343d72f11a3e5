import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// A small house of its own for every test: the real walls, held against files that cross them.
const root = process.cwd();
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'applaud-house-'));
  write('node_modules/zod/package.json', '{ "name": "zod", "main": "index.js" }');
  write('node_modules/zod/index.js', 'module.exports = {};\n');
  write('tsconfig.json', '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }');
  write('package.json', '{ "type": "module", "dependencies": { "zod": "*", "react": "*" } }');
  for (const file of [
    'contract/money.ts',
    'server/store/embedded.ts',
    'server/orders/orders.ts',
    'server/app.ts',
    'web/ui/button.ts',
    'web/shop/home.ts',
    'sandbox/sandbox.ts',
    'server/flows/place-order.ts',
    'server/payments/gateways/mpgs/gateway.ts',
    'server/tracing/tracing.ts',
  ]) {
    write(file, 'export const here = 1;\n');
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}

function brokenWalls(): string[] {
  const folders = ['contract', 'server', 'web', 'sandbox'];
  const args = ['--config', join(root, 'dependency-cruiser.mjs'), '--output-type', 'json', ...folders];
  let report: string;
  try {
    report = execFileSync(join(root, 'node_modules/.bin/depcruise'), args, { cwd: house, encoding: 'utf8' });
  } catch (error) {
    report = (error as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(report) as { summary: { violations: { rule: { name: string } }[] } };
  return summary.violations.map(({ rule }) => rule.name).filter((name) => name !== 'no-orphans');
}

describe('the walls of the house', () => {
  test('a house without crossings stands', () => {
    expect(brokenWalls()).toEqual([]);
  });

  test.each([
    ['contract-alone', 'contract/crossing.ts', '../server/app.ts'],
    ['web-alone', 'web/shop/crossing.ts', '../../server/app.ts'],
    ['ui-alone', 'web/ui/crossing.ts', '../shop/home.ts'],
    ['shop-and-admin-apart', 'web/admin/crossing.ts', '../shop/home.ts'],
    ['shop-light', 'web/shop/crossing.ts', 'zod'],
    ['server-alone', 'server/orders/crossing.ts', '../../web/ui/button.ts'],
    ['sandbox-by-one-door', 'server/orders/crossing.ts', '../../sandbox/sandbox.ts'],
    ['sandbox-alone', 'sandbox/crossing.ts', '../server/orders/orders.ts'],
    ['features-apart', 'server/payments/crossing.ts', '../orders/orders.ts'],
    ['features-by-ports', 'server/payments/crossing.ts', '../flows/place-order.ts'],
    ['store-types-only', 'server/ports/crossing.ts', '../store/embedded.ts'],
    ['ports-small', 'server/ports/crossing.ts', '../orders/orders.ts'],
    ['below-features', 'server/http/crossing.ts', '../orders/orders.ts'],
    ['joined-in-one-place', 'server/jobs/crossing.ts', '../app.ts'],
    ['watching-is-lent', 'server/jobs/crossing.ts', '../tracing/tracing.ts'],
    ['adapters-behind-ports', 'server/flows/crossing.ts', '../payments/gateways/mpgs/gateway.ts'],
    ['no-barrels', 'server/crossing.ts', './orders/index.ts'],
  ])('%s: a file that crosses it is found', (name, file, imported) => {
    if (name === 'no-barrels') write('server/orders/index.ts', "export * from './orders.ts';\n");
    write(file, `import * as it from '${imported}';\nexport default it;\n`);
    const found = brokenWalls();
    rmSync(join(house, file));
    rmSync(join(house, 'server/orders/index.ts'), { force: true });
    expect(found).toContain(name);
  });

  test('no-circles: two files that import each other are found', () => {
    write('server/orders/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
    write('server/orders/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
    expect(brokenWalls()).toContain('no-circles');
    for (const file of ['a', 'b']) rmSync(join(house, `server/orders/${file}.ts`));
  });
});
