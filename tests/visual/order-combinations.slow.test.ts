// Every text that the page of an order can have, at 360 px in each language: all of it is shown, nothing is wider than the
// screen, and no control covers another one. `docs/order-combinations.md` lists them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { listReadings, nameOf, readPage } from '../../web/shop/testing-order-states.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { boxesOf, layoutFaults } from './layout.ts';
import { launchBrowser, openPageDriver, type PageDriver } from './page-driver.ts';
import { orderPageSql, orderScene } from './scenes/order-page.ts';
import { scenesSecret } from './scenes/receipts.ts';

const width = 360;
let store: StoreProcess;
let browser: Browser;
let driver: PageDriver;

beforeAll(async () => {
  store = await startOnSharedServer({ RATE_LIMIT_FACTOR: '1000', JWT_SECRET: scenesSecret });
  await store.sql(orderPageSql);
  browser = await launchBrowser();
  driver = await openPageDriver(browser, store.url);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

test.each(languages)('D-72: each state of an order is whole on a phone, in %s', async (lang) => {
  const problems: string[] = [];
  for (const { first, cases } of listReadings()) {
    const name = cases[0] ? nameOf(cases[0]) : '';
    await driver.open(orderScene('state', first), lang);
    await driver.setWidth(orderScene('state', first), width);
    const shown = plain(await driver.page.locator('#island').innerText());
    const { heading, badge, sentences, links, next, timeline } = readPage(first, lang);
    const texts = [heading, badge, ...links.flatMap((link) => [link.badge, link.said]), next, ...timeline];
    const missing = [...texts, ...sentences].filter((text) => text && !shown.includes(plain(text)));
    problems.push(...missing.map((text) => `${name}: not shown: ${text}`));
    problems.push(
      ...layoutFaults(await boxesOf(driver.page, 'body'), width, false).map((fault) => `${name}: ${fault}`),
    );
  }
  expect(problems).toEqual([]);
});
