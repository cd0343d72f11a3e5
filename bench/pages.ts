// `npm run bench:pages`: what a stranger on a mid-range phone on slow 4G waits for, page by page, beside its budget.
// With words after `--`, only these parts: load, lighthouse, rate.
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';
import { clientOf } from '../tests/support/client.ts';
import { orderBody } from '../tests/support/orders.ts';
import { startProcess } from '../tests/support/process.ts';
import { barePageOf } from './bare-page.ts';
import { lighthouseOf, type Scores } from './lighthouse.ts';
import { medianOf } from './median.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { runBenchmarks } from './parts.ts';
import { home, type MeasuredPage, publicPages } from './public-pages.ts';
import { quick } from './quick.ts';
import { ratesOf, startBare } from './request-rate.ts';
import { gzipKilobytesOf } from './script-weight.ts';
import { printTable, type Row } from './table.ts';

const runs = quick(5, 1);
/** The limit of a page with styles and a form (docs/decisions/0108-first-paint.md). */
const mostTimesLcp = 2;

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const store = await startProcess({ env: { RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' } });
  return runBenchmarks(args, {
    rate: () => benchRate(store.url),
    load: () => benchLoads(store.url),
    lighthouse: () => benchLighthouse(store.url),
  }).finally(() => store.close());
}

async function benchRate(url: string): Promise<boolean> {
  const { storePerSecond, barePerSecond, bytes } = await ratesOf(`${url}${home}`);
  const share = (storePerSecond / barePerSecond) * 100;
  // One of the two is enough: 20,000 a second, or 60 % of what this machine can.
  const budget = storePerSecond >= 20_000 ? {} : { atLeast: 60 };
  return printTable(`A cached page (home, ${bytes} bytes in gzip), medians`, [
    { peer: true, name: 'bare node:http', figures: { rate: { value: Math.round(barePerSecond), unit: '/s' } } },
    {
      name: 'the store',
      figures: {
        rate: { value: Math.round(storePerSecond), unit: '/s' },
        'of bare': { value: share, unit: '%', ...budget },
      },
    },
  ]);
}

async function benchLoads(url: string): Promise<boolean> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  const bare = await startBare(await barePageOf(`${url}${home}`));
  try {
    const rows: Row[] = [];
    for (const page of publicPages) rows.push(...(await benchLoad(browser, url, bare.url, page)));
    return printTable(`A first visit, CPU 4 times slower, slow 4G, medians of ${runs}`, rows);
  } finally {
    bare.stop();
    await browser.close();
  }
}

/** The page, after the bare page where its paint is judged by it: both take turns, so that other work weighs on both. */
async function benchLoad(browser: Browser, url: string, bareUrl: string, page: MeasuredPage): Promise<Row[]> {
  const query = await queryOf(url, page);
  const loads: PageLoad[] = [];
  const bareLoads: PageLoad[] = [];
  for (let run = 0; run < runs; run += 1) {
    if (page.timesBare) bareLoads.push(await loadPage(browser, bareUrl, false));
    loads.push(await loadPage(browser, `${url}${page.path}${query}`, page.live));
  }
  const median = (pick: (load: PageLoad) => number | null) => medianOf(loads.map((load) => pick(load) ?? 0));
  const isHome = page.path === home;
  const lcpMs = Math.round(median((load) => load.lcpMs));
  const fcpMs = Math.round(median((load) => load.fcpMs));
  // It paints once.
  const bareMs = Math.round(medianOf(bareLoads.map((load) => load.lcpMs)));
  const bareRow: Row = {
    peer: true,
    name: `a bare page of this weight, before ${page.path}`,
    figures: { 'first paint': { value: bareMs, unit: 'ms' } },
  };
  const row: Row = {
    name: page.path,
    figures: {
      HTML: { value: await gzipKilobytesOf([`${url}${page.path}`]), unit: 'kB', atMost: 14 },
      JS: {
        value: await gzipKilobytesOf(loads.flatMap(({ scripts }) => scripts)),
        unit: 'kB',
        atMost: page.scriptKilobytes,
      },
      'first paint': { value: fcpMs, unit: 'ms' },
      'first paint of bare': page.timesBare ? { value: fcpMs / bareMs, unit: '', atMost: page.timesBare } : null,
      LCP: { value: lcpMs, unit: 'ms', ...(isHome && { atMost: 1_000 }) },
      'LCP of bare': page.timesBare ? { value: lcpMs / bareMs, unit: '', atMost: mostTimesLcp } : null,
      CLS: { value: median(({ cls }) => cls), unit: '', atMost: 0.01 },
      interactive: page.live
        ? {
            value: Math.round(median(({ interactiveMs }) => interactiveMs)),
            unit: 'ms',
            ...(isHome && { atMost: 2_300 }),
          }
        : null,
      blocking: page.timesBare
        ? { value: Math.round(median(({ blockingMs }) => blockingMs)), unit: 'ms', atMost: 150 }
        : null,
      INP: loads.some(({ inpMs }) => inpMs !== null)
        ? { value: median(({ inpMs }) => inpMs), unit: 'ms', ...(isHome && { atMost: 100 }) }
        : null,
    },
  };
  return page.timesBare ? [bareRow, row] : [row];
}

async function queryOf(url: string, page: MeasuredPage): Promise<string> {
  if (!page.ofOrder) return '';
  const { orderId } = await clientOf(url, null).call('POST /api/create-order', { body: orderBody() });
  return `?orderId=${orderId}`;
}

async function benchLighthouse(url: string): Promise<boolean> {
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const page of publicPages) {
    const scores = await scoresOf(`${url}${page.path}${await queryOf(url, page)}`);
    rows.push({
      name: page.path,
      figures: {
        performance: { value: scores.performance, unit: '', atLeast: 99 },
        accessibility: { value: scores.accessibility, unit: '', atLeast: 100 },
        'best practices': { value: scores['best-practices'], unit: '', ...(!page.missing && { atLeast: 100 }) },
        SEO: page.indexable ? { value: scores.seo, unit: '', atLeast: 100 } : null,
      },
    });
    failures.push(...scores.failed.map((audit) => `${page.path}: ${audit}`));
  }
  const kept = printTable('Lighthouse, mobile, devtools throttling', rows);
  if (failures.length > 0) console.log(`\nWhat cost points:\n${failures.join('\n')}`);
  return kept;
}

/** What a busy machine makes slow once is looked at twice more, and the median of the three counts. */
async function scoresOf(address: string): Promise<Scores> {
  const chromePath = findChromium();
  const first = await lighthouseOf(address, chromePath);
  if (first.performance >= 99) return first;
  const all = [first, await lighthouseOf(address, chromePath), await lighthouseOf(address, chromePath)];
  return { ...first, performance: medianOf(all.map(({ performance }) => performance)) };
}
