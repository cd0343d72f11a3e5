// @ts-check
// docs/performance-history.csv: the figures of recorded runs of `npm run bench`, one figure a line. A run is appended; no line is
// changed later. Figures are compared with those of the same machine and the same kind of run only.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

export const historyFile = 'docs/performance-history.csv';

const columns = ['date', 'version', 'commit', 'machine', 'kind', 'load', 'figure', 'value', 'unit', 'goal'];
const header = `${columns.join(',')}\n`;

/**
 * `kind`: `full`, or `quick` (`--quick` does less of everything).
 * @typedef {{ date: string, version: string, commit: string, machine: string, kind: 'full' | 'quick', load: number }} Run
 * @typedef {{ id: string, value: number, unit: string, goal: string }} RecordedFigure
 * @typedef {Run & RecordedFigure} HistoryLine
 */

/** No history yet is an empty one. Throws a sentence where a line is broken. @param {string} file @returns {HistoryLine[]} */
export function readHistory(file) {
  return existsSync(file) ? parseHistory(readFileSync(file, 'utf8'), file) : [];
}

/** @param {string} text @param {string} [file] its name in the sentence of an error @returns {HistoryLine[]} */
export function parseHistory(text, file = historyFile) {
  if (!text.startsWith(header)) throw new Error(`${file} must begin with the line ${header.trim()}.`);
  if (!text.endsWith('\n')) throw new Error(`The last line of ${file} is incomplete.`);
  const lines = text.slice(header.length).split('\n').slice(0, -1);
  return lines.map((line, at) => {
    const cells = line.split(',');
    const [date = '', version = '', commit = '', machine = '', kind, load, id = '', value, unit = '', goal = ''] =
      cells;
    const isRun = /^\d{4}-\d\d-\d\d$/.test(date) && version !== '' && machine !== '';
    const isFigure = id !== '' && isNumber(load) && isNumber(value) && /^[<>]= -?[\d.]+$/.test(goal);
    if (cells.length !== columns.length || !isRun || !isFigure || (kind !== 'full' && kind !== 'quick'))
      throw new Error(`Line ${at + 2} of ${file} is not a recorded figure: ${line}`);
    return { date, version, commit, machine, kind, load: Number(load), id, value: Number(value), unit, goal };
  });
}

/** Appends one run. Throws, and writes nothing, where the file is broken. @param {string} file @param {Run} run @param {RecordedFigure[]} figures */
export function appendRun(file, run, figures) {
  const isNew = !existsSync(file);
  if (!isNew) readHistory(file);
  const lines = figures.map((figure) => {
    const { date, version, commit, machine, kind, load } = run;
    const { id, value, unit, goal } = figure;
    return [date, version, commit, machine, kind, load.toFixed(1), id, round(value), unit, goal]
      .map((cell) => String(cell).replaceAll(',', ';').replaceAll('\n', ' '))
      .join(',');
  });
  const text = lines.map((line) => `${line}\n`).join('');
  parseHistory(header + text, 'the run');
  if (isNew) writeFileSync(file, header);
  appendFileSync(file, text);
}

/** The last line of each figure on this machine, by its ID. @param {HistoryLine[]} history @param {Pick<Run, 'machine' | 'kind'>} run */
export function findPrevious(history, { machine, kind }) {
  const same = history.filter((line) => line.machine === machine.replaceAll(',', ';') && line.kind === kind);
  return new Map(same.map((line) => [line.id, line]));
}

/**
 * The figures of a version for its release notes, each beside the last one of another version before it on that machine. Null
 * where no run of the version is recorded.
 * @param {HistoryLine[]} history @param {string} version
 */
export function formatNotesOfVersion(history, version) {
  const own = history.filter((line) => line.version === version);
  // Quick figures stand for a version that has no others.
  const full = own.filter(({ kind }) => kind === 'full');
  const chosen = full.length > 0 ? full : own;
  const last = chosen.at(-1);
  if (!last) return null;
  const first = history.findIndex((line) => line.version === version);
  const before = findPrevious(history.slice(0, first), last);
  const now = findPrevious(chosen, last);
  const rows = [...now.values()].map(({ id, value, unit, goal, ...run }) => {
    const earlier = before.get(id);
    const amount = (/** @type {number} */ one) => `${one}${unit && ` ${unit}`}`;
    const verdict = isKept(value, goal) ? goal : `${goal}, **missed**`;
    const was = earlier ? `${amount(earlier.value)} (${earlier.version})` : '';
    return `| ${id} | ${was} | ${amount(value)} | ${verdict} | ${run.date}, ${run.commit} |`;
  });
  const kind = last.kind === 'quick' ? ', the quick version' : '';
  return [
    '### Measured',
    `\`npm run bench\` on ${last.machine}${kind}. All runs: \`${historyFile}\`.`,
    '',
    '| figure | before | now | goal | measured |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** @param {number} value @param {string} goal `<= 30` or `>= 4500` */
function isKept(value, goal) {
  const limit = Number(goal.slice(3));
  return goal.startsWith('<') ? value <= limit : value >= limit;
}

/** @param {string | undefined} text */
function isNumber(text) {
  return text !== undefined && text !== '' && Number.isFinite(Number(text));
}

/** Four digits are more than a measurement has. @param {number} value */
function round(value) {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}
