// One first visit to a page in a real Chromium, as on a mid-range phone on slow 4G, and one thumb on its slider.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { scriptsOf } from './script-weight.ts';

/** Slow 4G as Lighthouse's devtools throttling applies it: 150 ms and 1.6 Mbit/s, times its factors. */
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (0.75 * 1024 * 1024 * 0.9) / 8,
};
const cpuFactor = 4;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export type PageLoad = {
  /** The first frame with text. */
  fcpMs: number;
  lcpMs: number;
  cls: number;
  /** Until the first control of the live part takes a press; null where nothing needs the script. */
  interactiveMs: number | null;
  /** The worst answer to a press, a move or a key while the slider is dragged; null without a slider. */
  inpMs: number | null;
  /** Of each task on the main thread, what is beyond 50 ms. */
  blockingMs: number;
  /** Addresses of its scripts. */
  scripts: string[];
};

type Seen = { lcpMs: number; cls: number; interactiveMs: number | null; inpMs: number; blockingMs: number };

/** A first visit: nothing is cached. */
export async function loadPage(browser: Browser, url: string, live: boolean): Promise<PageLoad> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuFactor });
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    if (live) await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.interactiveMs !== null);
    // What comes late, a font or a picture, would still move the page.
    await page.waitForTimeout(1_000);
    const { lcpMs, interactiveMs, blockingMs } = await seenOn(page);
    const fcpMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
    const slider = page.locator('input[type=range]');
    const dragged = (await slider.count()) > 0;
    if (dragged) await drag(page, session);
    const { cls, inpMs } = await seenOn(page);
    const scripts = await scriptsOf(page);
    return {
      fcpMs,
      lcpMs,
      cls,
      interactiveMs: live ? interactiveMs : null,
      inpMs: dragged ? inpMs : null,
      blockingMs,
      scripts,
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else of it. */
function observe(): void {
  const seen: Seen = { lcpMs: 0, cls: 0, interactiveMs: null, inpMs: 0, blockingMs: 0 };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  on('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  on('longtask', ({ duration }) => {
    seen.blockingMs += duration - 50;
  });
  on('event', ({ duration }) => {
    seen.inpMs = Math.max(seen.inpMs, duration);
  });
  // React marks an element when it takes it over; until then ours are disabled or keep the press.
  const isLive = (element: Element) =>
    !(element as HTMLButtonElement).disabled && Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const look = () => {
    const controls = document.querySelectorAll('main button, main input:not([type=hidden])');
    if ([...controls].some(isLive)) seen.interactiveMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function seenOn(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** A thumb takes the slider at its left end and draws it to the right, and a key moves it on. */
async function drag(page: Page, session: CDPSession): Promise<void> {
  const slider = page.locator('input[type=range]');
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('The slider is not on the page.');
  const y = box.y + box.height / 2;
  const point = (x: number) => [{ x, y }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(box.x + 14) });
  for (let step = 1; step <= 40; step += 1) {
    const x = box.x + 14 + ((box.width - 28) * step) / 40;
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(x) });
    await page.waitForTimeout(16);
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await slider.focus();
  for (const key of ['ArrowLeft', 'PageDown', 'PageUp', 'Home']) await page.keyboard.press(key);
  await page.waitForTimeout(500);
}
