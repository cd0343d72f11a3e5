// docs/monitoring.md lists the rules of the System page for operators.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SystemUnit, systemChecks, systemRules } from '../../contract/system-rules.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import { system } from '../../web/admin/texts/en.ts';

const seconds = (value: number) => (value < 120 ? `${value} s` : `${value / 60} min`);
const asWritten: Record<SystemUnit, (value: number) => string> = {
  seconds,
  hours: (hours) => (hours < 100 ? `${hours} h` : `${hours / 24} days`),
  days: (days) => (days === 1 ? '1 day' : `${days} days`),
  ms: (ms) => seconds(ms / 1_000),
  count: String,
  percent: (percent) => `${percent} %`,
  bytes_per_day: (bytes) => `${bytes / 1e9} GB`,
};

test('the document has the limits of each rule', () => {
  const document = readFileSync(join(projectRoot(), 'docs/monitoring.md'), 'utf8');
  for (const id of systemChecks) {
    const { unit, amber, red } = systemRules[id];
    const row = document.split('\n').find((line) => line.startsWith(`| ${system.names[id]} |`)) ?? '';
    const [, , , from, until] = row.split('|').map((cell) => cell.trim());
    expect([from || until, until], id).toEqual([amber, red].map(asWritten[unit]));
  }
});
