// The table that ends `npm run bench`: every figure with a budget, beside the value of the run recorded before.
import type { HistoryLine, RecordedFigure } from '../scripts/bench-history.mjs';
import { figuresOf, isJudged, type Measured, type Named } from './report.ts';
import { amountOf, budgetOf, isKept, type Table } from './table.ts';

export type Goal = Named & { id: string };

/** Every figure with a budget, by an ID that is the same in each run. */
export function goalsOf(benches: Measured[]): Goal[] {
  const used = new Map<string, number>();
  return benches.flatMap(({ name, tables }) =>
    tables.flatMap((table) =>
      table.rows.flatMap(figuresOf).flatMap((named) => {
        const id = idOf(name, table, named);
        const times = (used.get(id) ?? 0) + 1;
        used.set(id, times);
        return isJudged(named) ? [{ ...named, id: times === 1 ? id : `${id}-${times}` }] : [];
      }),
    ),
  );
}

/** Without the numbers in titles and rows, which differ by run: sizes, rounds, answers. */
function idOf(bench: string, { title }: Table, { row, column }: Named): string {
  const words = [title, row].map((text) => text.replace(/\b\d[\d.,]*/g, ' '));
  return [bench, ...words, column].map(slugOf).filter(Boolean).join('/');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9%]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** What the history keeps of them. A figure that is no number was not measured. */
export function recordedOf(goals: Goal[]): RecordedFigure[] {
  return goals
    .filter(({ figure }) => Number.isFinite(figure.value))
    .map(({ id, figure }) => ({ id, value: figure.value, unit: figure.unit, goal: budgetOf(figure) }));
}

/** Figures of the recorded runs whose bench ran completely now, without them: they were renamed or removed. */
export function goneFrom(goals: Goal[], previous: Map<string, HistoryLine>, benches: Measured[]): HistoryLine[] {
  const complete = benches.filter(({ problem }) => problem === null).map(({ name }) => `${name}/`);
  const ids = new Set(goals.map(({ id }) => id));
  return [...previous.values()].filter(({ id }) => !ids.has(id) && complete.some((bench) => id.startsWith(bench)));
}

/** The lines for the terminal. */
export function goalTable(goals: Goal[], previous: Map<string, HistoryLine>, gone: HistoryLine[]): string[] {
  const missed = goals.filter(({ figure }) => !isKept(figure)).length;
  const rows = goals.map(({ id, figure }) => {
    const before = previous.get(id);
    const was = before ? `${before.value}${before.unit && ` ${before.unit}`} (${before.version})` : 'new';
    return [id, amountOf(figure), budgetOf(figure), isKept(figure) ? 'kept' : 'MISSED', was];
  });
  const lines = [['figure', 'value', 'goal', '', 'before, on this machine'], ...rows];
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return [
    ...lines.map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    ...gone.map(({ id, date }) => `Recorded on ${date} and not measured now, renamed or removed: ${id}`),
    `${goals.length - missed} of ${goals.length} goals are kept.`,
  ];
}
