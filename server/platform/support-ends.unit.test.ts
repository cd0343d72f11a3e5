import { expect, test } from 'vitest';
import { problemOfNode } from '../../scripts/node-version.mjs';
import { nodeSupportEnds, readSupport } from './support-ends.ts';

const read = (version: string, day: string) => readSupport(version, nodeSupportEnds, new Date(`${day}Z`));

test.each([
  ['20.20.2', '2026-04-30T23:59', 0],
  ['20.20.2', '2026-05-01T00:00', 1],
  ['20.19.0', '2027-04-30T12:00', 365],
  ['22.18.0', '2026-11-30T12:00', 0],
  ['22.18.0', '2027-05-02T12:00', 2],
  ['23.1.0', '2026-11-30T12:00', 547],
  ['24.0.0', '2028-05-01T12:00', 1],
  ['26.5.1', '2029-04-30T12:00', 0],
] as const)('D-115: Node %s at %s has had no security updates for %d days', (version, at, daysPast) => {
  expect(read(version, at)).toMatchObject({ version, daysPast });
});

test('D-115: a version that came after this release has no known end', () => {
  expect(read('30.1.0', '2031-01-01T00:00')).toEqual({ version: '30.1.0', endsOn: null, daysPast: 0 });
});

test('D-115: every major version from the least one on has an end, and no other', () => {
  const majors = Object.keys(nodeSupportEnds).map(Number);
  const [least = 0] = majors;
  expect(majors).toEqual(majors.map((_, index) => least + index));
  expect(problemOfNode(`${least}.99.0`)).toBeNull();
  expect(problemOfNode(`${least - 1}.99.0`)).not.toBeNull();
  for (const day of Object.values(nodeSupportEnds)) expect(new Date(day).toISOString()).toContain(day);
});
