// Checks every text of the order page at 360 px in each language: it is visible, nothing is wider than the screen, and no
// control covers another one. `docs/order-combinations.md` lists the texts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { describeOrder, isFinal } from '../../contract/order-state.ts';
import { inHeading } from '../../web/shop/order/order-heading.ts';
import { formatCaseName, listPageTexts, readPage } from '../../web/shop/testing-order-states.ts';
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

/** The placeholder of each date. */
const datePlaceholder = '#';
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

type Text = string | null | undefined;

/** The texts that the page does not show. */
async function findMissing(page: Page, texts: readonly Text[]): Promise<Text[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
  const shown = plain(await page.locator('#island').innerText());
  return texts.filter((text) => text && !text.split(datePlaceholder).every((part) => shown.includes(plain(part))));
}

test.each(languages)('D-72: a phone shows each state of an order completely, in %s', async (lang) => {
  const problems: string[] = [];
  const { page } = driver;
  let shownPage: OrderPage | null = null;
  for (const { first, cases } of listPageTexts()) {
    const name = cases[0] ? formatCaseName(cases[0]) : '';
    const scene = orderScene('state', first);
    // The page of a final order does not poll.
    if (shownPage === null || isFinal(shownPage)) {
      await driver.open(scene, lang);
      await driver.setWidth(scene, width);
    } else {
      driver.answer(scene);
      await page.clock.runFor(20_000);
      await driver.settle();
    }
    shownPage = first;
    const { heading, sentences, links, next, timeline } = readPage(first, lang, () => datePlaceholder);
    const own = describeOrder(first).sentences.flatMap(({ key }, at) =>
      inHeading.includes(key) ? [] : [sentences[at]],
    );
    // The store has one payment method.
    const button = describeOrder(first).next === 'otherWay' ? null : next;
    const texts = [heading, ...own, ...links.flatMap((link) => [link.badge, link.said]), button, ...timeline];
    let missing = await findMissing(page, texts);
    // On a busy machine an answer can arrive after a poll.
    for (let poll = 0; missing.length > 0 && poll < 5; poll += 1) {
      await page.clock.runFor(20_000);
      await driver.settle();
      missing = await findMissing(page, texts);
    }
    problems.push(...missing.map((text) => `${name}: not shown: ${text}`));
    problems.push(...layoutFaults(await boxesOf(page, 'body'), width, false).map((fault) => `${name}: ${fault}`));
  }
  expect(problems).toEqual([]);
});
