// The table of goals that ends `npm run bench`, the file of recorded runs, and what release notes cite of it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { goalsOf, goalTable, goneFrom, recordedOf } from '../../bench/goals.ts';
import type { Measured } from '../../bench/report.ts';
import {
  appendRun,
  findPrevious,
  formatNotesOfVersion,
  historyFile,
  parseHistory,
  readHistory,
} from '../../scripts/bench-history.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'applaud-history-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const machine = '2 processors (Some, fast), 25 GB of memory';
const run = { date: '2026-11-30', version: '1.0.0', commit: 'abc1234', machine, kind: 'full' as const, load: 0.25 };
const later = { ...run, date: '2026-12-24', version: '1.1.0', commit: 'def5678' };
const p99 = { id: 'orders/create-order/the-store/p99', value: 14, unit: 'ms', goal: '<= 30' };
const rate = { id: 'orders/create-order/the-store/rate', value: 5_200, unit: '/s', goal: '>= 4500' };

/** As `npm run bench` measures it: two figures with a budget, one without, one that was not measured. */
function benches(rounds: number, row = 'the store'): Measured[] {
  const figures = {
    rate: { value: 4_000, unit: '/s' as const, atLeast: 4_500 },
    p99: { value: 15, unit: 'ms' as const, atMost: 30 },
    median: { value: 2, unit: 'ms' as const },
    share: { value: Number.NaN, unit: '%' as const, atMost: 5 },
  };
  return [
    {
      name: 'orders',
      tables: [{ title: `Create-order, ${rounds} rounds`, load: 1, rows: [{ name: row, figures }] }],
      problem: null,
    },
  ];
}

describe('D-121: the table of goals', () => {
  test('lists every figure with a goal, by an ID without the numbers of the run', () => {
    const goals = goalsOf(benches(15));
    const ids = ['rate', 'p99', 'share'].map((column) => `orders/create-order-rounds/the-store/${column}`);
    expect(goals.map(({ id }) => id)).toEqual(ids);
    expect(goalsOf(benches(5)).map(({ id }) => id)).toEqual(ids);
    // What cannot be told apart without numbers has its place in the table.
    const [one] = benches(1, '2 processes');
    const [two] = benches(1, '4 processes');
    const both = goalsOf([{ ...benches(1)[0], tables: [...(one?.tables ?? []), ...(two?.tables ?? [])] } as Measured]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(6);
  });

  test('has value, goal, verdict and the value recorded before, and counts what is kept', () => {
    const goals = goalsOf(benches(15));
    const id = goals[1]?.id ?? '';
    const previous = findPrevious(
      [{ ...run, machine: machine.replaceAll(',', ';'), id, value: 14, unit: 'ms', goal: '<= 30' }],
      run,
    );
    const lines = goalTable(goals, previous, []).map((line) => line.replace(/ +/g, ' '));
    expect(lines[1]).toBe('orders/create-order-rounds/the-store/rate 4000 /s >= 4500 MISSED new');
    expect(lines[2]).toBe('orders/create-order-rounds/the-store/p99 15 ms <= 30 kept 14 ms (1.0.0)');
    expect(lines.at(-1)).toBe('1 of 3 goals are kept.');
  });

  test('names a figure that was renamed or removed, unless its bench is incomplete or did not run', () => {
    const history = [p99, { ...p99, id: 'pages/home/lcp' }].map((figure) => ({ ...run, ...figure }));
    const previous = findPrevious(
      history.map((line) => ({ ...line, machine: machine.replaceAll(',', ';') })),
      run,
    );
    const goals = goalsOf(benches(15));
    const gone = goneFrom(goals, previous, benches(15));
    expect(gone.map(({ id }) => id)).toEqual([p99.id]);
    expect(goalTable(goals, previous, gone)).toContain(
      `Recorded on 2026-11-30 and not measured now, renamed or removed: ${p99.id}`,
    );
    expect(
      goneFrom(
        goals,
        previous,
        benches(15).map((one) => ({ ...one, problem: 'ended with 2' })),
      ),
    ).toEqual([]);
  });

  test('what was not measured is missed, and is not recorded', () => {
    const goals = goalsOf(benches(15));
    expect(goalTable(goals, new Map(), [])[3]).toMatch(/share .*MISSED/);
    expect(recordedOf(goals).map(({ value }) => value)).toEqual([4_000, 15]);
  });
});

describe('D-121: the history of figures', () => {
  const file = () => join(folder, 'history.csv');

  test('grows at its end and keeps every earlier line', () => {
    expect(readHistory(file())).toEqual([]);
    appendRun(file(), run, [p99, rate]);
    const first = readFileSync(file(), 'utf8');
    appendRun(file(), later, [{ ...p99, value: 15.123456 }]);
    expect(readFileSync(file(), 'utf8').startsWith(first)).toBe(true);
    expect(readHistory(file()).map(({ version, id, value }) => [version, id, value])).toEqual([
      ['1.0.0', p99.id, 14],
      ['1.0.0', rate.id, 5_200],
      ['1.1.0', p99.id, 15.12],
    ]);
  });

  test('compares figures of one machine and one kind of run only', () => {
    appendRun(file(), run, [p99]);
    const history = readHistory(file());
    expect(findPrevious(history, run).get(p99.id)?.value).toBe(14);
    expect(findPrevious(history, { ...run, machine: 'another' }).size).toBe(0);
    expect(findPrevious(history, { ...run, kind: 'quick' }).size).toBe(0);
  });

  test.each([
    ['without its heading', (text: string) => text.replace(/^date/, 'day'), /must begin with the line date,version/],
    ['that ends within a line', (text: string) => text.slice(0, -3), /The last line of .*history\.csv is incomplete/],
    [
      'with a value that is no number',
      (text: string) => text.replace(',14,', ',fast,'),
      /Line 2 of .*history\.csv is not/,
    ],
    [
      'with a conflict of a merge',
      (text: string) => text.replace('\n', '\n<<<<<<< HEAD\n'),
      /Line 2 of .* is not a recorded figure: </,
    ],
  ])('a file %s is refused with a sentence, and nothing is appended', (_, broken, sentence) => {
    appendRun(file(), run, [p99]);
    const text = broken(readFileSync(file(), 'utf8'));
    writeFileSync(file(), text);
    expect(() => appendRun(file(), later, [p99])).toThrow(sentence);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  test('the one of the project is whole', () => {
    expect(() => readHistory(historyFile)).not.toThrow();
  });
});

describe('D-121: release notes', () => {
  const lineOf = (of: typeof run, figure: typeof p99) => ({ ...of, ...figure, machine: 'a machine' });

  test('cite the figures of the version beside those of the version before', () => {
    const history = [lineOf(run, p99), lineOf({ ...later, version: '1.0.0' }, { ...p99, value: 13 })];
    const notes = formatNotesOfVersion(
      [...history, lineOf(later, { ...p99, value: 31 }), lineOf(later, rate)],
      '1.1.0',
    );
    expect(notes).toContain(`| ${p99.id} | 13 ms (1.0.0) | 31 ms | <= 30, **missed** | 2026-12-24, def5678 |\n`);
    expect(notes).toContain(`| ${rate.id} |  | 5200 /s | >= 4500 | 2026-12-24, def5678 |\n`);
    expect(notes).toContain('on a machine. All runs: `docs/performance-history.csv`.');
    expect(formatNotesOfVersion(history, '1.1.0')).toBeNull();
    expect(parseHistory('date,version,commit,machine,kind,load,figure,value,unit,goal\n')).toEqual([]);
  });

  test('are the section of the changelog and these figures; a broken history stops them', () => {
    for (const name of ['scripts', 'docs']) mkdirSync(join(folder, name));
    for (const name of ['release-notes', 'bench-history', 'freshness'])
      cpSync(`scripts/${name}.mjs`, join(folder, 'scripts', `${name}.mjs`));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "version": "1.1.0" }');
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## [1.1.0] - 2026-12-24\n### Added\n- b\n');
    const notes = () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release-notes.mjs'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    const unmeasured = 'docs/performance-history.csv has no run of 1.1.0: npm run bench -- --record\n';
    expect(notes()).toEqual({ status: 0, stdout: '### Added\n- b\n', stderr: unmeasured });
    appendRun(join(folder, historyFile), later, [p99]);
    expect(notes().stdout).toContain(`### Added\n- b\n\n### Measured\n`);
    expect(notes().stdout).toContain(`| ${p99.id} |  | 14 ms | <= 30 |`);
    writeFileSync(join(folder, historyFile), 'nothing');
    expect(notes()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/must begin with the line/) });
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });
});
