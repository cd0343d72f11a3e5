// The first click on each tab of the admin: its code is there before, and its requests start after the click. Where the
// code cannot be loaded, the page shows so.
import { expect, test } from 'vitest';
import { openTab, signIn, startJourney } from '../support/journey.ts';

const journey = startJourney();
const tabs = ['Orders', 'Customers', 'Inbox', 'Analytics', 'Visitors', 'Security', 'Session', 'Live Users', 'API'];
const pageScripts = ['orders-tab', 'customers-tab', 'inbox-page', 'settings-page', 'customer-page', 'system-page'];

/** The requests that a page sent, and those that it sent before its click was over, as its own window counts them. */
type Counted = Window & { inClick?: boolean; sent?: number; early?: string[] };

/** Runs in the page. */
function countRequests(): void {
  const counted = window as Counted;
  Object.assign(counted, { inClick: false, sent: 0, early: [] });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => Object.assign(counted, { inClick: false });
  const onClick = () => {
    counted.inClick = true;
    port2.postMessage(null);
  };
  addEventListener('click', onClick, true);
  const send = window.fetch;
  window.fetch = (...call) => {
    counted.sent = (counted.sent ?? 0) + 1;
    if (counted.inClick) counted.early?.push(String(call[0]));
    return send(...call);
  };
}

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

test('ADM-1: the first click on a tab loads no code, and during the click only a list is requested', async () => {
  const { page } = journey.operator;
  await page.addInitScript(countRequests);
  await page.goto(`${journey.store.url}/admin`);
  const missing = async () => {
    const loaded = String(await loadedScripts());
    return pageScripts.filter((name) => !loaded.includes(name));
  };
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);

  const sent = () => page.evaluate(() => (window as Counted).sent ?? 0);
  for (const tab of tabs) {
    const before = await loadedScripts();
    const sentBefore = await sent();
    await openTab(journey, tab);
    await page.getByRole('link', { name: tab, exact: true }).and(page.locator('[aria-current=page]')).first().waitFor();
    await page.locator('main h1').waitFor();
    // A page of several parts may load one later, such as its chart.
    expect((await loadedScripts()).filter((name) => !before.includes(name) && /-(tab|page)-/.test(name))).toEqual([]);
    if (tab !== 'Session') await expect.poll(sent).toBeGreaterThan(sentBefore);
  }
  const early = (await page.evaluate(() => (window as Counted).early)) ?? [];
  // The press before the click requests these two.
  expect(early.filter((url) => !/^\/api\/(orders|admin\/customers)\?limit=50\b/.test(url))).toEqual([]);
  expect(journey.operator.troubles).toEqual([]);
});
