// `npm run bench:admin`: what an operator's browser has to do. With words after `--`, only these parts: weight, scroll, clicks,
// cold.
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';
import { clientOf } from '../tests/support/client.ts';
import { longListId, longListSql, scrollToTheEnd } from '../tests/support/long-lists.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { benchClicks, benchColdClicks } from './admin-clicks.ts';
import { runBenchmarks } from './parts.ts';
import { gzipKilobytesOf, scriptsOf } from './script-weight.ts';
import { printTable, type Row } from './table.ts';
import { type Task, tasksDuring } from './tasks.ts';

const many = 10_000;
/** A frame, 60 of them a second at most: faster than any wheel, and thrown. */
const paces = [300, 1_500];
const longMs = 50;

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const store = await startProcess({ env: { RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' } });
  await store.sql(longListSql(many));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await runBenchmarks(args, {
      weight: () => benchWeight(browser, store),
      scroll: () => benchScroll(browser, store),
      clicks: () => benchClicks(browser, store),
      cold: () => benchColdClicks(browser, store),
    });
  } finally {
    await browser.close();
    await store.close();
  }
}

/** Every script from the login to the overview with its chart. */
async function benchWeight(browser: Browser, store: StoreProcess): Promise<boolean> {
  const page = await browser.newPage();
  // Without the code of the other pages, which loads behind the first screen.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const { email, password } = store.adminLogin();
  await page.goto(`${store.url}/admin-login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${store.url}/admin`);
  await page.getByRole('img').first().waitFor();
  await page.waitForLoadState('networkidle');
  const kilobytes = await gzipKilobytesOf(await scriptsOf(page));
  await page.close();
  return printTable('The first admin screen after the login', [
    { name: '/admin', figures: { JS: { value: kilobytes, unit: 'kB', atMost: 140 } } },
  ]);
}

async function benchScroll(browser: Browser, store: StoreProcess): Promise<boolean> {
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  const rows: Row[] = [];
  for (const stepPx of paces) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript((given) => localStorage.setItem('adminToken', given), token);
    await page.goto(`${store.url}/admin/orders`);
    await page.getByRole('link', { name: longListId(0), exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const { answer: mostRows, tasks } = await tasksDuring(browser, page, () =>
      scrollToTheEnd(page, `/admin/orders/${longListId(many - 1)}`, stepPx),
    );
    await page.close();
    const longest = (pick: (task: Task) => number) => Math.max(...tasks.map(pick));
    rows.push({
      name: `${stepPx} px a frame`,
      figures: {
        'rows in the document': { value: mostRows, unit: '', atMost: 200 },
        tasks: { value: tasks.length, unit: '' },
        [`over ${longMs} ms`]: { value: tasks.filter(({ ms }) => ms > longMs).length, unit: '', atMost: 0 },
        longest: { value: longest(({ ms }) => ms), unit: 'ms', atMost: longMs },
        // What it would take with a processor of its own.
        'longest, on the processor': { value: longest(({ processorMs }) => processorMs), unit: 'ms', atMost: longMs },
      },
    });
  }
  return printTable(`Scrolling through ${many} orders`, rows);
}
