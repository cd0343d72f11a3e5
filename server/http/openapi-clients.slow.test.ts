// The description of the API as programs use it: held to a linter's strict rules, and made into a client that buys.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import type { OpenApi } from './openapi.ts';

let store: TestStore;
let api: OpenApi;
beforeAll(async () => {
  store = await startStore();
  api = await (await store.raw('/api/openapi.json')).json();
});
afterAll(() => store.stop());

/** Beyond the strict set: what a generated client shows to its user. */
const rules = { 'info-contact': 'error', 'operation-description': 'error', 'parameter-description': 'error' } as const;

async function problemsOf(description: OpenApi): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('D-114: a linter with strict rules', () => {
  test('passes the document, but for the specified path that an order ID could be read in', async () => {
    const problems = await problemsOf(api);
    const ofPaths = problems.filter((problem) => problem.startsWith('no-ambiguous-paths: '));
    expect(problems.filter((problem) => !ofPaths.includes(problem))).toEqual([]);
    for (const problem of ofPaths) expect(problem).toContain('`/api/orders/by-email/{email}` and `/api/orders/{id}/');
  });

  test('refuses a document with an undescribed parameter, a double ID, and an example of another shape', async () => {
    const broken = structuredClone(api);
    const of = (path: string, method: string) => broken.paths[path]?.[method];
    const orders = of('/api/orders', 'get');
    const order = of('/api/orders/{id}', 'get');
    const created = of('/api/create-order', 'post')?.requestBody as { content: Record<string, { example: object }> };
    if (!orders || !order) throw new Error('The document has other paths.');
    delete orders.parameters?.[0]?.description;
    order.operationId = orders.operationId;
    Object.assign(created.content['application/json']?.example ?? {}, { quantity: 'many' });
    const found = (await problemsOf(broken)).map((problem) => problem.split(':')[0]);
    expect(found).toEqual(
      expect.arrayContaining([
        'parameter-description',
        'operation-operationId-unique',
        'no-invalid-media-type-examples',
      ]),
    );
  });
});

describe('D-114: the purchase of docs/api.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'applaud-client-'));
  const purchase = /```ts\n(.*?)```/s.exec(readFileSync('docs/api.md', 'utf8'))?.[1] ?? '';
  /** What the compiler refuses. */
  const compile = (source: string): string => {
    writeFileSync(join(folder, 'purchase.ts'), source);
    const tsc = resolve('node_modules/typescript-native/bin/tsc');
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--pretty', 'false'];
    return spawnSync(process.execPath, [tsc, ...options, 'purchase.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
  };

  beforeAll(async () => {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    const types = await openapiTS(JSON.stringify(api), { defaultNonNullable: false });
    writeFileSync(join(folder, 'applaud.d.ts'), astToString(types));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('compiles, buys in a sandbox store, and has at most 25 lines', async () => {
    expect(purchase.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(25);
    expect(compile(purchase)).toBe('');
    const env = { ...process.env, STORE: store.url };
    const { stdout } = await promisify(execFile)(process.execPath, ['purchase.js'], { cwd: folder, env });
    expect(stdout).toMatch(/^[A-Z0-9]{12} paid 1000\n$/);
    const [order] = await store.admin.call('GET /api/orders', { query: {} });
    expect(order).toMatchObject({ payment: 'paid', quantity: 1000, customer_email: 'ana@example.org' });
  });

  test('does not compile without the email, or with a path that there is not', () => {
    const wrong = purchase
      .replace("email: 'ana@example.org', ", '')
      .replace("POST('/api/bigpay/init-session'", "POST('/api/bigpay/open-session'");
    const refused = compile(wrong);
    expect(refused).toContain("'email' is missing");
    expect(refused).toContain('open-session');
  });
});
