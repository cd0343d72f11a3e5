// The secrets that a sandbox store keeps in its folder, spoiled under a store and its commands.
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { runProgram } from '../support/program.ts';

let store: StoreProcess;
const pathOf = (name: string) => join(store.dataDir, 'sandbox', name);

beforeAll(async () => {
  store = await startProcess();
});
afterAll(() => store?.close());

test('an emptied file stops the start and every command that needs it with one sentence, and stays as it is', async () => {
  const kept = { jwt: await readFile(pathOf('jwt-secret')), key: await readFile(pathOf('secrets-key')) };
  await store.sql(
    "insert into provider_settings (id, api_key_sealed, changed_by, changed_at) values (true, 'v1.x', 'test', now())",
  );
  await writeFile(pathOf('jwt-secret'), '');
  const { email } = store.adminLogin();
  const unlock = await runProgram('admin-unlock', store.env, ['--email', email]);
  expect(unlock).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^\S+jwt-secret is empty: restore it [^\n]*\n$/),
  });
  await store.stop();
  const withoutJwt = await runProgram('main', store.env, [], 60_000);
  expect(withoutJwt.exitCode).toBe(1);
  expect(withoutJwt.output).toMatch(/^\S+jwt-secret is empty: restore it [^\n]*\.$/m);
  expect(await readFile(pathOf('jwt-secret'), 'utf8')).toBe('');

  await writeFile(pathOf('jwt-secret'), kept.jwt);
  await rm(pathOf('secrets-key'));
  const withoutKey = await runProgram('main', store.env, [], 60_000);
  expect(withoutKey.exitCode).toBe(1);
  expect(withoutKey.output).toMatch(/^\S+secrets-key is missing: restore it .*: provider keys; [^\n]*\.$/m);
  const days = ['--from', '2026-01-01', '--to', '2026-01-02'];
  const reconcile = await runProgram('money-reconcile', store.env, days, 60_000);
  expect(reconcile).toEqual({ exitCode: 2, output: expect.stringMatching(/^\S+secrets-key is missing: [^\n]*\n$/) });

  for (const { output } of [withoutJwt, withoutKey]) expect(output).not.toMatch(/^ {4}at /m);
  await writeFile(pathOf('secrets-key'), kept.key, { mode: 0o600 });
  await store.restart();
});

test.skipIf(process.platform === 'win32')(
  'a file that others may read is made private at the start, with a warning',
  async () => {
    await store.stop();
    await chmod(pathOf('secrets-key'), 0o644);
    await store.restart();
    expect((await stat(pathOf('secrets-key'))).mode & 0o777).toBe(0o600);
    const warning = store
      .output()
      .split('\n')
      .find((line) => line.includes('was open to other users'));
    expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 'warn', msg: expect.stringContaining('secrets-key') });
  },
);
