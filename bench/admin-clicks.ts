// What a click in the admin takes by the clock, from the input event to the frame that shows its page. `benchClicks`: all
// code is loaded and each page was shown before, so that kept data can be shown at once. `benchColdClicks`: neither.
import type { Browser, Page } from 'playwright-core';
import { clientOf } from '../tests/support/client.ts';
import { longListId } from '../tests/support/long-lists.ts';
import type { StoreProcess } from '../tests/support/process.ts';
import { medianOf, quantileOf } from './median.ts';
import { quick } from './quick.ts';
import { printTable, type Row } from './table.ts';

const budgetMs = 80;
const coldBudgetMs = 300;
const coldRounds = quick(5, 2);
const rounds = quick(15, 3);
/** The first ones compile the code of a page, and are not counted. */
const firstRounds = 2;
const preloadMs = 5_000;
/** What a page loads behind the click ends before the next one. */
const settleMs = 700;
/** The pace of a hand: how long the pointer rests on a link, and how long it presses. */
const paces = { 'by hand': { restMs: 150, pressMs: 80 }, 'at once': { restMs: 0, pressMs: 0 } };
const order = longListId(3);

/** `target`: what is clicked. `shown`: an element that only the page of the click has. */
type Click = { name: string; target: string; shown: string };

const place = (tab: string) => `nav[aria-label="Admin"] a[href="/admin?tab=${tab}"]`;
const current = (tab: string) => `body:has(${place(tab)}[aria-current="page"])`;
const rowOf = (id: string) => `main tr:has(a[href^="/admin/orders/${id}"])`;

/** Each starts on the page of the one before. */
const clicks: Click[] = [
  { name: 'Orders', target: place('orders'), shown: `${current('orders')} ${rowOf(order)}` },
  {
    name: 'queue "To send"',
    target: 'main fieldset button >> nth=0',
    shown: `body:has(main fieldset button:first-of-type[aria-pressed="true"]) ${rowOf(order)}`,
  },
  { name: 'panel of an order', target: `${rowOf(order)} td:nth-child(4)`, shown: `aside[aria-label*="${order}"] h2` },
  { name: 'page of an order', target: `aside a[href^="/admin/orders/${order}"]`, shown: 'main h1:not(aside *)' },
  { name: 'Customers', target: place('customers'), shown: `${current('customers')} main tbody button` },
  { name: 'Home', target: place('overview'), shown: `${current('overview')} main svg` },
];

/** True when nine in ten are within the budget. */
export async function benchClicks(browser: Browser, store: StoreProcess): Promise<boolean> {
  const page = await browser.newPage(viewport);
  await openHome(page, store.url, await tokenFor(store));
  await page.waitForTimeout(preloadMs);

  const taken = new Map<string, number[]>();
  for (let round = 0; round < firstRounds + rounds; round += 1) {
    for (const click of clicks) {
      const ms = await msOf(page, click);
      if (round >= firstRounds) taken.set(click.name, [...(taken.get(click.name) ?? []), ms]);
    }
  }
  await page.close();
  const rows: Row[] = [...taken].map(([name, ms]) => ({
    name,
    figures: {
      median: { value: medianOf(ms), unit: 'ms' },
      p90: { value: quantileOf(ms, 0.9), unit: 'ms', atMost: budgetMs },
      longest: { value: Math.max(...ms), unit: 'ms' },
    },
  }));
  return printTable(`A click, ${rounds} times each`, rows);
}

/**
 * The first opening of a list in a browser without a cache, from a store that has just started. The browser is never idle,
 * so that no code is preloaded. True when each median by hand is within the budget.
 */
export async function benchColdClicks(browser: Browser, store: StoreProcess): Promise<boolean> {
  const token = await tokenFor(store);
  const rows: Row[] = [];
  for (const [pace, { restMs, pressMs }] of Object.entries(paces)) {
    for (const click of clicks.filter(({ name }) => name === 'Orders' || name === 'Customers')) {
      const taken: number[] = [];
      for (let round = 0; round < coldRounds; round += 1) {
        await store.stop();
        await store.restart();
        const page = await browser.newPage(viewport);
        await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
        await openHome(page, store.url, token);
        taken.push(await msOf(page, click, restMs, pressMs));
        await page.close();
      }
      rows.push({
        name: `${click.name}, ${pace}`,
        figures: {
          median: { value: medianOf(taken), unit: 'ms', ...(restMs > 0 ? { atMost: coldBudgetMs } : {}) },
          longest: { value: Math.max(...taken), unit: 'ms' },
        },
      });
    }
  }
  return printTable(`The first opening of a list, ${coldRounds} times each`, rows);
}

const viewport = { viewport: { width: 1440, height: 900 } };

async function tokenFor(store: StoreProcess): Promise<string> {
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  return token;
}

async function openHome(page: Page, url: string, token: string): Promise<void> {
  await page.addInitScript((given) => localStorage.setItem('adminToken', given), token);
  await page.goto(`${url}/admin`);
  await page
    .locator(clicks.at(-1)?.shown ?? '')
    .first()
    .waitFor();
}

async function msOf(page: Page, { name, target, shown }: Click, restMs = 0, pressMs = 0): Promise<number> {
  const box = await page.locator(target).first().boundingBox();
  if (!box) throw new Error(`There is nothing to click for "${name}".`);
  await page.evaluate(measureNextClick, { shown, limitMs: 10_000 });
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
  await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.waitForTimeout(pressMs);
  await page.mouse.up();
  const ms = await page.evaluate(() => (window as Measuring).taken);
  if (ms === undefined) throw new Error(`The click on "${name}" reached nothing.`);
  await page.waitForTimeout(settleMs);
  return ms;
}

type Measuring = Window & { taken?: Promise<number> };

/** Runs in the page: measures from the next click to the end of the frame in which the element is there. */
function measureNextClick({ shown, limitMs }: { shown: string; limitMs: number }): void {
  const measuring = window as Measuring;
  delete measuring.taken;
  const untilShown = (since: number) =>
    new Promise<number>((resolve, reject) => {
      const step = () => {
        if (document.querySelector(shown)) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - since);
          port2.postMessage(null);
        } else if (performance.now() - since > limitMs) reject(new Error(`${shown} was not shown.`));
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  const onClick = ({ timeStamp }: Event) => {
    measuring.taken = untilShown(timeStamp);
  };
  addEventListener('click', onClick, { capture: true, once: true });
}
