// The public status page: only where the operator switched it on, in both languages.
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { smallBuild } from '../../../tests/support/small-build.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { silentLog } from '../../observability/log.ts';

const { distDirOf } = smallBuild();
let rootDir: string;
let store: TestStore;
beforeAll(async () => {
  rootDir = await mkdtemp(join(tmpdir(), 'status-page-'));
  await symlink(distDirOf(), join(rootDir, 'dist'));
  store = await startStore({}, null, silentLog, rootDir);
});
afterAll(async () => {
  await store.stop();
  await rm(rootDir, { recursive: true, force: true });
});

const { save } = settingsSteps(() => store);
const switchPage = (isOn: boolean) =>
  save((settings) => {
    settings.status_page = isOn;
  });
async function get(path: string) {
  const response = await store.raw(path);
  return { status: response.status, cache: response.headers.get('cache-control'), html: await response.text() };
}

test('is not found until an owner switches it on, and again once it is switched off', async () => {
  for (const path of ['/status', '/pt/status']) expect((await get(path)).status).toBe(404);
  expect((await switchPage(true)).status).toBe(200);
  for (const [path, language] of [
    ['/status', 'en'],
    ['/pt/status', 'pt'],
  ] as const) {
    const page = await get(path);
    expect(page).toMatchObject({ status: 200, cache: 'no-store' });
    expect(page.html).toContain(`<p>status ${language}`);
  }
  expect((await switchPage(false)).status).toBe(200);
  expect((await get('/status')).status).toBe(404);
});

test('is rendered again for a new status, and not for each visitor', async () => {
  await switchPage(true);
  const numberOf = async () => /<p>status en (\d+)/.exec((await get('/status')).html)?.[1];
  const first = await numberOf();
  expect(first).toBeDefined();
  expect(await numberOf()).toBe(first);
  store.app.queueStatus.update({ state: 'stalled' });
  store.advance(5_001);
  expect(await numberOf()).not.toBe(first);
  store.app.queueStatus.update({ state: 'off' });
});
