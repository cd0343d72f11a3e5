// Real Chromium: a phone for buyers, a wide screen for operators. What goes wrong in a page is written down, whatever
// the test looks at.
import { setTimeout as wait } from 'node:timers/promises';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

export type Visit = {
  page: Page;
  /** Errors of scripts and of the console, broken rules of the page's policy, requests that failed. */
  troubles: string[];
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
  close(): Promise<void>;
};

export type TestBrowser = {
  /** 390 x 844, touch. */
  phone(): Promise<Visit>;
  /** 1280 x 800, mouse. */
  desk(): Promise<Visit>;
  /** Any other way of looking at the store. */
  visit(options: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
};

export async function openBrowser(): Promise<TestBrowser> {
  // As root, Chromium runs without its sandbox or not at all.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  return {
    phone: () => visit(browser, phone),
    desk: () => visit(browser, { viewport: { width: 1280, height: 800 } }),
    visit: (options) => visit(browser, options),
    close: () => browser.close(),
  };
}

/** Dark mode changes colours alone. */
const colourRules: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** What is seriously wrong with the page for people who use it otherwise than by sight and mouse, by day and by night. */
export async function barriersOf(page: Page, frame: Frame = page.mainFrame()): Promise<string[]> {
  const found = new Set<string>();
  for (const [colorScheme, rules] of [
    ['light', undefined],
    ['dark', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await violationsOf(frame, rules);
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      found.add(
        `${id} (${impact}, ${colorScheme}): ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('\n')}`,
      );
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found];
}

/** How many pixels the page is wider than a narrow phone of 360 px. */
export async function overflowAt360(page: Page): Promise<number> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  // Not innerWidth: on a phone that grows with a page that is too wide.
  const wider = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - 360));
  if (size) await page.setViewportSize(size);
  return wider;
}

/** What stays wrong: colours may be on their way from one look to the other on a busy machine, for a moment. */
async function violationsOf(frame: Frame, rules: RunOptions = {}): Promise<AxeResults['violations']> {
  for (let looks = 1; ; looks += 1) {
    await frame.evaluate(transitionsOver);
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
    const violations = await frame.evaluate(
      async (options) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        return (await axe.run(document, options)).violations;
      },
      { ...rules, resultTypes: ['violations'], iframes: false } satisfies RunOptions,
    );
    const mayPass = violations.some(({ id }) => id === 'color-contrast');
    if (!mayPass || looks === 5) return violations;
    await wait(200);
  }
}

/** Colours on their way from one look to the other are nobody's barrier. */
async function transitionsOver(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  // One that is put off the page stays where it is.
  const longest = new Promise((resolve) => setTimeout(resolve, 1_000));
  await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), longest]);
}

async function visit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(10_000);
  const troubles: string[] = [];
  await writeDownTroubles(context, troubles);
  const newTab = () => context.newPage();
  return { page: await newTab(), troubles, newTab, close: () => context.close() };
}

async function writeDownTroubles(context: BrowserContext, troubles: string[]): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
      // Told like any other error of the page.
      window.reportError(new Error(`${documentURI} may not load ${blockedURI} (${violatedDirective})`));
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (trouble) => {
    troubles.push(`error: ${trouble.error().message}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left takes its open requests with it.
    if (why !== 'net::ERR_ABORTED') troubles.push(`request: ${request.method()} ${request.url()} ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`answer: ${response.status()} ${response.url()}`);
  });
}
