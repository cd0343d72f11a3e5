// A visitor with more open tabs than one address may report: the console stays empty.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';

let store: StoreProcess;
let browser: TestBrowser;
beforeAll(async () => {
  [store, browser] = await Promise.all([startOnSharedServer({ RATE_LIMIT_FACTOR: '1' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

test('TRA-4, S-12, S-13: five tabs that are left faster than an address may report log no console message', async () => {
  const visitor = await browser.phone();
  const tabs = [visitor.page, ...(await Promise.all([1, 2, 3, 4].map(() => visitor.newTab())))];
  const answers: Promise<unknown>[] = [];
  visitor.page.context().on('response', (response) => {
    // A page that is left has no body for its last record.
    if (response.url().endsWith('/visitor-analytics')) answers.push(response.text().catch(() => ''));
  });
  for (const path of ['/', '/about', '/terms', '/privacy', '/refunds']) {
    for (const tab of tabs) {
      await tab.bringToFront();
      await tab.goto(`${store.url}${path}`);
      await tab.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/visitor-analytics')),
      );
      expect(visitor.troubles).toEqual([]);
    }
  }
  expect((await Promise.all(answers)).join()).toContain('rate_limited');
});
