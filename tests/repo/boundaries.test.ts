import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// A small project of its own, with files that cross the real boundaries.
const root = process.cwd();
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'applaud-boundaries-'));
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
afterAll(() => rmSync(project, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

type Violation = { from: string; rule: { name: string } };

function violations(): Violation[] {
  const folders = ['contract', 'server', 'web', 'sandbox'];
  const args = ['--config', join(root, 'dependency-cruiser.mjs'), '--output-type', 'json', ...folders];
  let report: string;
  try {
    report = execFileSync(join(root, 'node_modules/.bin/depcruise'), args, { cwd: project, encoding: 'utf8' });
  } catch (error) {
    report = (error as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(report) as { summary: { violations: Violation[] } };
  return summary.violations.filter(({ rule }) => rule.name !== 'no-orphans');
}

const crossings: [rule: string, file: string, imported: string][] = [
  ['contract-alone', 'contract/crossing.ts', '../server/app.ts'],
  ['web-alone', 'web/shop/crossing-server.ts', '../../server/app.ts'],
  ['ui-alone', 'web/ui/crossing.ts', '../shop/home.ts'],
  ['shop-and-admin-apart', 'web/admin/crossing.ts', '../shop/home.ts'],
  ['shop-light', 'web/shop/crossing-zod.ts', 'zod'],
  ['server-alone', 'server/orders/crossing-web.ts', '../../web/ui/button.ts'],
  ['sandbox-by-one-door', 'server/orders/crossing-sandbox.ts', '../../sandbox/sandbox.ts'],
  ['sandbox-alone', 'sandbox/crossing.ts', '../server/orders/orders.ts'],
  ['features-apart', 'server/payments/crossing-feature.ts', '../orders/orders.ts'],
  ['features-by-ports', 'server/payments/crossing-flow.ts', '../flows/place-order.ts'],
  ['store-types-only', 'server/ports/crossing-store.ts', '../store/embedded.ts'],
  ['ports-small', 'server/ports/crossing-feature.ts', '../orders/orders.ts'],
  ['below-features', 'server/http/crossing.ts', '../orders/orders.ts'],
  ['joined-in-one-place', 'server/jobs/crossing-app.ts', '../app.ts'],
  ['watching-is-lent', 'server/jobs/crossing-tracing.ts', '../tracing/tracing.ts'],
  ['adapters-behind-ports', 'server/flows/crossing.ts', '../payments/gateways/mpgs/gateway.ts'],
  ['no-barrels', 'server/orders/index.ts', './orders.ts'],
];

describe('the boundaries between modules', () => {
  test('a project whose imports stay inside them passes', () => {
    expect(violations()).toEqual([]);
  });

  // All in one project: each run of dependency-cruiser takes seconds.
  describe('with imports across them', () => {
    let found: Violation[];
    beforeAll(() => {
      for (const [, file, imported] of crossings) {
        write(file, `import * as it from '${imported}';\nexport default it;\n`);
      }
      write('server/orders/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
      write('server/orders/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
      found = violations();
    });

    test.each<[rule: string, file: string, imported?: string]>([...crossings, ['no-circles', 'server/orders/a.ts']])(
      '%s: reports a file that crosses it',
      (rule, file) => {
        expect(found.filter(({ from }) => from === file).map(({ rule: { name } }) => name)).toContain(rule);
      },
    );
  });
});
