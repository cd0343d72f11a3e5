// `npm run bench`: every bench, one after the other, and a report over all of them. `--quick` takes minutes, not an hour;
// `--out PATH` is where the report lies; `--folder PATH` keeps the filled stores of the dashboards (10 GB), which are left out
// without it, but for `--quick`, that has small ones. `--record` appends the figures to docs/performance-history.csv. With words
// beside these, only the benches of that name.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { appendRun, findPrevious, historyFile, readHistory } from '../scripts/bench-history.mjs';
import { goalsOf, goalTable, goneFrom, recordedOf } from './goals.ts';
import { budgetPlot, peerPlot } from './plots.ts';
import { type Measured, reportOf } from './report.ts';
import type { Table } from './table.ts';

/** With the parts that `--quick` keeps to; none: all. */
const benches: Record<string, string[]> = {
  orders: [],
  pages: ['rate', 'load'],
  admin: ['weight'],
  visitors: ['ingest', 'crash'],
  delivery: ['pace'],
  catalog: [],
  scale: ['rows'],
  dashboards: ['lists', 'visitors', 'figures'],
  install: [],
};

/** True when every budget of every bench is kept. */
export async function run(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      out: { type: 'string' },
      folder: { type: 'string' },
      record: { type: 'boolean' },
    },
  });
  const unknown = positionals.filter((name) => !(name in benches));
  if (unknown.length > 0)
    throw new Error(`There is no bench ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}.`);
  // Before an hour of measuring: a broken file is refused.
  const history = readHistory(historyFile);
  const out = resolve(values.out ?? 'bench-report');
  await mkdir(out, { recursive: true });
  const isQuick = values.quick === true;
  const began = new Date();
  const all: Measured[] = [];
  for (const [name, quickParts] of Object.entries(benches)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const folder = name === 'dashboards' && values.folder ? ['--folder', values.folder] : [];
    if (name === 'dashboards' && !isQuick && folder.length === 0) {
      all.push({ name, tables: [], problem: 'not measured: it needs `--folder PATH`, with room for 10 GB' });
      continue;
    }
    all.push(await measured(name, [...(isQuick ? quickParts : []), ...folder], isQuick, out));
  }
  const hardware = `${cpus().length} processors (${cpus()[0]?.model.trim() || 'unnamed'}), ${Math.round(totalmem() / 1e9)} GB of memory`;
  const machine = [
    `${began.toISOString().slice(0, 16).replace('T', ' ')} UTC, Node ${process.version}`,
    hardware,
    `load when it ended ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`,
    ...(isQuick ? ['the quick version: less of everything, so that its figures say less'] : []),
  ];
  const tables = all.flatMap((one) => one.tables);
  const plots = { 'budgets.svg': budgetPlot(tables), 'peers.svg': peerPlot(tables) };
  const drawn = Object.entries(plots).filter(([, svg]) => svg !== '');
  for (const [name, svg] of drawn) await writeFile(join(out, name), svg);
  await writeFile(join(out, 'figures.json'), `${JSON.stringify({ machine, benches: all }, null, 2)}\n`);
  const report = reportOf(
    machine,
    all,
    drawn.map(([name]) => name),
  );
  await writeFile(join(out, 'report.md'), report.text);
  const goals = goalsOf(all);
  const kind = isQuick ? ('quick' as const) : ('full' as const);
  const previous = findPrevious(history, { machine: hardware, kind });
  console.log(`\n${goalTable(goals, previous, goneFrom(goals, previous, all)).join('\n')}`);
  for (const { name, problem } of all) if (problem) console.log(`${name}: ${problem}`);
  console.log(`The report: ${join(out, 'report.md')}`);
  if (values.record) {
    const [date, load] = [began.toISOString().slice(0, 10), loadavg()[0] ?? Number.NaN];
    appendRun(historyFile, { date, ...(await checkedOut()), machine: hardware, kind, load }, recordedOf(goals));
    console.log(`Recorded in ${historyFile}.`);
  }
  return report.allKept;
}

/** The version of package.json and the commit, with `+` where files differ from it. */
async function checkedOut(): Promise<{ version: string; commit: string }> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const commit = execFileSync('git', ['describe', '--always', '--exclude=*', '--dirty=+'], { encoding: 'utf8' });
  return { version, commit: commit.trim() };
}

/** In its own process: the report contains its failure, and the next ones are measured. */
async function measured(name: string, args: string[], isQuick: boolean, out: string): Promise<Measured> {
  const rows = join(out, `${name}.rows`);
  await rm(rows, { force: true });
  const env = { ...process.env, BENCH_ROWS: rows, ...(isQuick ? { BENCH_QUICK: 'yes' } : {}) };
  const child = spawn(process.execPath, ['scripts/bench.mjs', name, ...args], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  const lines = existsSync(rows) ? (await readFile(rows, 'utf8')).split('\n').filter(Boolean) : [];
  await rm(rows, { force: true });
  // What is no number has become null on its way.
  const numbered = (key: string, value: unknown) => (key === 'value' ? (value ?? Number.NaN) : value);
  const tables = lines.map((line): Table => JSON.parse(line, numbered));
  // A missed budget ends it with 1, after all its tables.
  return { name, tables, problem: code === 0 || code === 1 ? null : `ended with ${code} before it was done` };
}
