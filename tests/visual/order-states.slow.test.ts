// Every text that the page of an order can have, in each language on a phone: nothing is cut, broken or covered. Without
// pictures: `docs/order-combinations.md` has the texts.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Language, languages } from '../../contract/languages.ts';
import { listReadings, readPage } from '../../web/shop/testing-order-states.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { boxesOf, brokenTexts, cutTexts, layoutFaults } from './layout.ts';
import { launchBrowser, openPageDriver, type PageDriver } from './page-driver.ts';
import { orderPageScene, orderPageSql } from './scenes/order-page.ts';
import { scenesSecret } from './scenes/receipts.ts';

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

const readings = listReadings();

test.each(languages)(
  `${readings.length} states of an order are whole on a phone, in %s`,
  async (lang) => {
    const faults: string[] = [];
    for (const { first } of readings) {
      const { heading } = readPage(first, lang);
      await driver.open(orderPageScene('state', first), lang);
      await driver.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      faults.push(...(await faultsOf(lang)).map((fault) => `${heading}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
  60_000 + readings.length * 5_000,
);

async function faultsOf(lang: Language): Promise<string[]> {
  await driver.page.setViewportSize({ width: 360, height: 780 });
  await driver.settle();
  const boxes = await boxesOf(driver.page, '#island');
  const faults = [
    ...layoutFaults(boxes, 360, false),
    ...(await cutTexts(driver.page)),
    ...(await brokenTexts(driver.page)),
  ];
  return faults.map((fault) => `${lang}: ${fault}`);
}
