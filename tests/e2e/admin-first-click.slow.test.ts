// The first click on each tab of the admin: its code is there before. Where it cannot be loaded, the page shows so.
import { expect, test } from 'vitest';
import { openTab, signIn, startJourney } from '../support/journey.ts';

const journey = startJourney();
const tabs = ['Orders', 'Customers', 'Inbox', 'Analytics', 'Visitors', 'Security', 'Session', 'Live Users', 'API'];
const pageScripts = ['orders-tab', 'customers-tab', 'inbox-page', 'settings-page', 'customer-page', 'system-page'];

const loadedScripts = () =>
  journey.operator.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.replace(/^.*\/assets\//, ''))
      .filter((name) => name.endsWith('.js')),
  );

test('ADM-1: a page whose code cannot be loaded shows so, and loads again by a button', async () => {
  const { page, troubles } = journey.operator;
  await page.route(/\/assets\/customers-tab-/, (route) => route.abort());
  await signIn(journey);
  await openTab(journey, 'Customers');
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load this page" });
  await failure.waitFor();
  await page.unroute(/\/assets\/customers-tab-/);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  expect(troubles.filter((trouble) => !/ERR_FAILED/.test(trouble))).toEqual([]);
  troubles.length = 0;
});

test('ADM-1: the first click on a tab loads no code of its page', async () => {
  const { page } = journey.operator;
  await page.goto(`${journey.store.url}/admin`);
  const missing = async () => {
    const loaded = String(await loadedScripts());
    return pageScripts.filter((name) => !loaded.includes(name));
  };
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);

  for (const tab of tabs) {
    const before = await loadedScripts();
    await openTab(journey, tab);
    await page.getByRole('link', { name: tab, exact: true }).and(page.locator('[aria-current=page]')).first().waitFor();
    await page.locator('main h1').waitFor();
    // A page of several parts may load one later, such as its chart.
    expect((await loadedScripts()).filter((name) => !before.includes(name) && /-(tab|page)-/.test(name))).toEqual([]);
  }
  expect(journey.operator.troubles).toEqual([]);
});
