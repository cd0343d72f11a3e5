// What the report over all benches says of figures, budgets, peers and benches that failed.
import { expect, test } from 'vitest';
import { budgetPlot, peerPlot } from '../../bench/plots.ts';
import { reportOf } from '../../bench/report.ts';
import type { Table } from '../../bench/table.ts';

const table: Table = {
  title: 'Orders',
  load: 2.25,
  rows: [
    { peer: true, name: 'pgbench', figures: { rate: { value: 12_000, unit: '/s' } } },
    {
      name: 'the store <here>',
      figures: {
        rate: { value: 3_000, unit: '/s', atLeast: 4_500 },
        p99: { value: 15, unit: 'ms', atMost: 30 },
        refused: { value: 0, unit: '', atMost: 0 },
        lost: null,
      },
    },
    { name: 'another', figures: { rate: { value: 1, unit: '/s' } } },
  ],
};

test('each figure stands beside its budget, the peer of its run and the load of the machine', () => {
  const { text, allKept } = reportOf(['Node'], [{ name: 'orders', tables: [table], problem: null }], ['budgets.svg']);
  expect(allKept).toBe(false);
  expect(text).toContain('- 2 of 3 budgets are kept');
  expect(text).toContain('![budgets](budgets.svg)');
  expect(text).toContain('Load of the machine: 2.3');
  expect(text).toContain('| the store <here> | rate | 3000 /s | >= 4500, **missed** | 67 % | 25 % |');
  expect(text).toContain('| another | rate | 1 /s |  |  |  |');
  expect(text).toContain('| the store <here> | p99 | 15 ms | <= 30 | 50 % |  |');
  expect(text).toContain('| the store <here> | refused | 0 | <= 0 |  |  |');
});

test('a benchmark that could not be measured is reported, and is no success', () => {
  const { text, allKept } = reportOf([], [{ name: 'pages', tables: [], problem: 'ended with 2' }], []);
  expect(allKept).toBe(false);
  expect(text).toContain('- pages: ended with 2');
});

test('pictures hold what has a budget or a peer, and are left out where nothing has', () => {
  const [budgets, peers] = [budgetPlot([table]), peerPlot([table])];
  expect(budgets.match(/<rect /g)).toHaveLength(3);
  expect(budgets).toContain('the store &lt;here&gt;: rate');
  expect(peers.match(/<rect /g)).toHaveLength(2);
  expect(peers).toContain('25 % of 12000 /s');
  expect(budgetPlot([]) + peerPlot([])).toBe('');
});
