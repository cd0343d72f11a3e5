// The report over all benches as Markdown: each figure with its budget, what it is of the budget, and of the peer that was
// measured in the same run; the load of the machine beside each table.
import { amountOf, budgetOf, type Figure, isKept, type Row, type Table } from './table.ts';

/** `problem`: why it is incomplete, or null. */
export type Measured = { name: string; tables: Table[]; problem: string | null };

export function reportOf(machine: string[], benches: Measured[], plots: string[]): { text: string; allKept: boolean } {
  const judged = benches
    .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.flatMap(figuresOf)))
    .filter(isJudged);
  const missed = judged.filter(({ figure }) => !isKept(figure)).length;
  const problems = benches.filter(({ problem }) => problem !== null);
  const lines = [
    '# Bench',
    '',
    ...machine.map((line) => `- ${line}`),
    `- ${judged.length - missed} of ${judged.length} budgets are kept`,
    ...problems.map(({ name, problem }) => `- ${name}: ${problem}`),
    ...plots.flatMap((name) => ['', `![${name.replace('.svg', '')}](${name})`]),
    ...benches.flatMap(({ name, tables }) => (tables.length > 0 ? ['', `## ${name}`, ...tables.flatMap(tableOf)] : [])),
  ];
  return { text: `${lines.join('\n')}\n`, allKept: missed === 0 && problems.length === 0 };
}

export type Named = { row: string; column: string; figure: Figure };

export function figuresOf({ name, figures }: Row): Named[] {
  return Object.entries(figures).flatMap(([column, figure]) => (figure ? [{ row: name, column, figure }] : []));
}

export function isJudged({ figure }: Named): boolean {
  return budgetOf(figure) !== '';
}

/** The ratio of the value to its budget, or to the peer's value; null where that has no meaning. */
export function ratioOf(value: number, to: number | undefined): number | null {
  const ratio = value / (to ?? Number.NaN);
  return Number.isFinite(ratio) ? ratio : null;
}

/** The figure of the same name in the row before, where that is a peer. It cancels out the load of the machine. */
export function peerOf(rows: Row[], { row, column }: Named): { name: string; figure: Figure } | null {
  const before = rows[rows.findIndex(({ name }) => name === row) - 1];
  const figure = before?.figures[column];
  return before?.peer && figure && column !== 'load' ? { name: before.name, figure } : null;
}

function tableOf({ title, load, rows }: Table): string[] {
  const peer = rows.find((one) => one.peer);
  const beside = peer ? `of "${peer.name}"` : 'of a peer';
  return [
    '',
    `### ${title}`,
    '',
    `Load of the machine: ${load.toFixed(1)}`,
    '',
    `| what | figure | value | budget | of the budget | ${beside} |`,
    '|---|---|---|---|---|---|',
    ...rows.flatMap(figuresOf).map((named) => {
      const { row, column, figure } = named;
      const budget = budgetOf(figure);
      const verdict = budget && !isKept(figure) ? `${budget}, **missed**` : budget;
      const ofBudget = ratioOf(figure.value, figure.atMost ?? figure.atLeast);
      const ofPeer = ratioOf(figure.value, peerOf(rows, named)?.figure.value);
      return `| ${[row, column, amountOf(figure), verdict, percentOf(ofBudget), percentOf(ofPeer)].map(cell).join(' | ')} |`;
    }),
  ];
}

function percentOf(ratio: number | null): string {
  if (ratio === null) return '';
  return `${ratio < 0.1 ? (ratio * 100).toFixed(1) : Math.round(ratio * 100)} %`;
}

const cell = (text: string) => text.replaceAll('|', '\\|');
