// The result of each fault: a line of a table, and a plot of answers over time, in cluster-report/.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quantileOf } from '../../bench/median.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import type { PageRead } from './load.ts';

export type FaultResult = {
  name: string;
  /** 0: until it was done, such as a kill. */
  lastedMs: number;
  times: { startedMs: number; fromMs: number; toMs: number; healthyMs: number; endedMs: number };
  placedAtMs: number[];
  pages: PageRead[];
  counts: { refused: number; gaveUp: number; skipped: number };
  lost: string[];
  doubled: string[];
  problems: string[];
};

const [width, height, left, top] = [900, 150, 60, 40];
const colors = { orders: '#2563eb', pages: '#64748b', failed: '#dc2626', fault: '#fde68a' };

/** Beside the latest results of other faults, from earlier runs. `number`: of a fault that is one of several alike. */
export async function writeReport(result: FaultResult, to: string, number: number | null): Promise<void> {
  const folder = join(projectRoot(), to);
  await mkdir(folder, { recursive: true });
  const file = [...(number === null ? [] : [String(number).padStart(3, '0')]), result.name].join(' ');
  await writeFile(join(folder, `${file.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.json`), JSON.stringify(result));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const results = texts.map((text): FaultResult => JSON.parse(text));
  const table = [
    '| fault | without writes | until all three serve again | failed page reads | orders | lost | doubled |',
    '|---|---|---|---|---|---|---|',
    ...results.map(rowOf),
  ].join('\n');
  const problems = results.flatMap(({ name, problems: found }) => found.map((one) => `- ${name}: ${one}`));
  await writeFile(join(folder, 'report.md'), `${table}\n\n${problems.join('\n')}\n\n![](answers.svg)\n`);
  await writeFile(join(folder, 'answers.svg'), plotOf(results));
  console.log(rowOf(result));
  const failures = result.pages.flatMap(({ failure, atMs }) => (failure ? [{ failure, atMs }] : []));
  for (const failure of new Set(failures.map((one) => one.failure))) {
    const of = failures.filter((one) => one.failure === failure);
    const seconds = of.map(({ atMs }) => Math.round((atMs - result.times.fromMs) / 1000));
    console.log(`  pages: ${failure}, after ${seconds.join(', ')} s`);
  }
}

function rowOf(result: FaultResult): string {
  const { name, lastedMs, times, pages, placedAtMs, lost, doubled } = result;
  const failed = pages.filter(({ ok }) => !ok).length;
  const recovered = ((times.healthyMs - times.fromMs) / 1000).toFixed(0);
  const silent = (longestGapMs(result) / 1000).toFixed(1);
  const lasted = lastedMs > 0 ? `, ${Math.round(lastedMs / 1000)} s` : '';
  return `| ${name}${lasted} | ${silent} s | ${recovered} s | ${failed} of ${pages.length} | ${placedAtMs.length} | ${lost.length} | ${doubled.length} |`;
}

/** The times without writes of all faults of a run. */
export function printSummary(results: readonly FaultResult[]): void {
  const seconds = (of: readonly FaultResult[], share: number) =>
    `${(quantileOf(of.map(longestGapMs), share) / 1000).toFixed(1)} s`;
  const line = (name: string, of: readonly FaultResult[]) =>
    `${name}: ${of.length} faults, without writes p50 ${seconds(of, 0.5)}, p95 ${seconds(of, 0.95)}, longest ${seconds(of, 1)}`;
  const pages = results.flatMap((result) => result.pages);
  console.log(line('All', results));
  const kills = results.filter(({ name }) => name.includes('kill -9') || name.includes('dies'));
  if (kills.length > 0) console.log(line('Kills', kills));
  console.log(`Pages: ${pages.filter(({ ok }) => !ok).length} of ${pages.length} reads failed`);
}

/** Between two acknowledged orders one after the other, from the fault on. */
function longestGapMs({ times, placedAtMs }: FaultResult): number {
  const after = placedAtMs.filter((ms) => ms >= times.fromMs).toSorted((one, other) => one - other);
  const all = [times.fromMs, ...after];
  return Math.max(0, ...all.slice(1).map((ms, at) => ms - (all[at] ?? ms)));
}

/** A panel for each fault: acknowledged orders and read pages in each second, failed pages in red. */
function plotOf(results: readonly FaultResult[]): string {
  const panel = height + top + 20;
  const panels = results.map((result, at) => `<g transform="translate(0 ${at * panel})">${panelOf(result)}</g>`);
  const size = `width="${width + left + 20}" height="${results.length * panel}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>${panels.join('\n')}</svg>\n`;
}

function panelOf({ name, times, placedAtMs, pages }: FaultResult): string {
  const lastMs = Math.max(times.healthyMs, ...placedAtMs, ...pages.map(({ atMs }) => atMs));
  const seconds = Math.ceil((lastMs - times.startedMs) / 1000);
  const step = width / seconds;
  const perSecond = (atMs: number[]) => {
    const counts = Array.from({ length: seconds + 1 }, () => 0);
    for (const ms of atMs) {
      const second = Math.floor((ms - times.startedMs) / 1000);
      counts[second] = (counts[second] ?? 0) + 1;
    }
    return counts;
  };
  const series = [
    { counts: perSecond(pages.filter(({ ok }) => ok).map(({ atMs }) => atMs)), color: colors.pages },
    { counts: perSecond(placedAtMs), color: colors.orders },
    { counts: perSecond(pages.filter(({ ok }) => !ok).map(({ atMs }) => atMs)), color: colors.failed },
  ];
  const most = Math.max(1, ...series.flatMap(({ counts }) => counts));
  const xOf = (ms: number) => left + ((ms - times.startedMs) / 1000) * step;
  const lines = series.map(({ counts, color }) => {
    const points = counts.map(
      (count, at) => `${(left + at * step).toFixed(1)},${(top + height * (1 - count / most)).toFixed(1)}`,
    );
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(' ')}"/>`;
  });
  const fault = `<rect x="${xOf(times.fromMs)}" y="${top}" width="${Math.max(2, xOf(times.toMs) - xOf(times.fromMs))}" height="${height}" fill="${colors.fault}"/>`;
  const legend = `orders (blue), pages (gray), failed pages (red) a second; the fault is yellow; ${seconds} s`;
  return `<text x="${left}" y="16" font-weight="600">${name}</text><text x="${left}" y="32" fill="#64748b">${legend}</text>
${fault}${lines.join('')}<text x="${left - 8}" y="${top + 10}" text-anchor="end">${most}</text><text x="${left - 8}" y="${top + height}" text-anchor="end">0</text>`;
}
