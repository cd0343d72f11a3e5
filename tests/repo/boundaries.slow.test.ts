import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../server/platform/project-root.ts';

// A small project of its own, with files that cross the real boundaries.
const root = projectRoot();
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'applaud-boundaries-'));
  write('node_modules/zod/package.json', '{ "name": "zod", "main": "index.js" }');
  write('node_modules/zod/index.js', 'module.exports = {};\n');
  write('tsconfig.json', '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }');
  write('package.json', '{ "type": "module", "dependencies": { "zod": "*", "react": "*" } }');
  for (const file of [
    'contract/money.ts',
    'server/database/embedded.ts',
    'server/modules/orders/index.ts',
    'server/modules/orders/orders.service.ts',
    'server/app.ts',
    'web/ui/button.ts',
    'web/shop/home.ts',
    'sandbox/sandbox.ts',
    'server/workflows/place-order.ts',
    'server/modules/payments/gateways/mpgs/mpgs-gateway.ts',
    'server/observability/tracing/tracing.ts',
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
  ['server-alone', 'server/modules/orders/crossing-web.ts', '../../../web/ui/button.ts'],
  ['sandbox-by-one-door', 'server/modules/orders/crossing-sandbox.ts', '../../../sandbox/sandbox.ts'],
  ['sandbox-alone', 'sandbox/crossing.ts', '../server/modules/orders/orders.service.ts'],
  ['modules-apart', 'server/modules/payments/crossing-module.ts', '../orders/orders.service.ts'],
  ['modules-by-ports', 'server/modules/payments/crossing-workflow.ts', '../../workflows/place-order.ts'],
  ['endpoints-by-workflows', 'server/modules/payments/crossing.routes.ts', '../../app.ts'],
  ['store-types-only', 'server/ports/crossing-store.ts', '../database/embedded.ts'],
  ['ports-small', 'server/ports/crossing-module.ts', '../modules/orders/orders.service.ts'],
  ['below-modules', 'server/http/crossing.ts', '../modules/orders/orders.service.ts'],
  ['composed-in-one-place', 'server/jobs/crossing-app.ts', '../app.ts'],
  ['observability-on-demand', 'server/jobs/crossing-tracing.ts', '../observability/tracing/tracing.ts'],
  ['adapters-behind-ports', 'server/workflows/crossing.ts', '../modules/payments/gateways/mpgs/mpgs-gateway.ts'],
  ['no-barrels', 'server/database/index.ts', './embedded.ts'],
  ['modules-plugged-in', 'server/workflows/crossing-plug.ts', '../modules/orders/index.ts'],
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
      write('server/modules/orders/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
      write('server/modules/orders/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
      found = violations();
    });

    test.each<[rule: string, file: string, imported?: string]>([
      ...crossings,
      ['no-circles', 'server/modules/orders/a.ts'],
    ])('%s: reports a file that crosses it', (rule, file) => {
      expect(found.filter(({ from }) => from === file).map(({ rule: { name } }) => name)).toContain(rule);
    });
  });
});
