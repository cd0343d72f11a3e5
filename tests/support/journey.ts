// A journey through one running store, by an operator at a desk. Each test goes on where the one before it stopped, so
// after one that failed the others are skipped.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed } from 'vitest';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from './browser.ts';
import type { StoreProcess } from './process.ts';
import { startOnSharedServer } from './shared-process.ts';

export type Journey = { store: StoreProcess; browser: TestBrowser; operator: Visit };

/** Called once at the top of a file: what it returns is there from the first test on. */
export function startJourney(
  env: () => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): Journey {
  const journey = {} as Journey;
  /** The step that failed; it may run once more, the others not. */
  let failedStep: string | null = null;
  beforeAll(async () => {
    journey.store = await startOnSharedServer(await env());
    journey.browser = await openBrowser();
    journey.operator = await journey.browser.desk();
  });
  afterAll(async () => {
    await journey.browser?.close();
    await journey.store?.close();
  });
  beforeEach(({ task, skip }) => {
    if (failedStep !== null && failedStep !== task.id) skip('an earlier step failed');
    failedStep = null;
    onTestFailed(() => {
      failedStep = task.id;
    });
  });
  return journey;
}

/** From the login page to the dashboard, with the printed login. */
export async function signIn({ store, operator: { page } }: Journey): Promise<void> {
  const { email, password } = store.adminLogin();
  await page.goto(`${store.url}/admin-login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin');
}

/** A place of the sidebar, by its name. */
export async function openTab({ operator: { page } }: Journey, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click();
}

/** Nothing stands in anybody's way, nor is it wider than a narrow phone. */
export async function expectFitForAll(page: Page): Promise<void> {
  expect(await barriersOf(page)).toEqual([]);
  expect(await overflowAt360(page)).toBe(0);
}
