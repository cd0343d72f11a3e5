import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemOfNode } from '../../scripts/node-version.mjs';
import { findOtherNode, otherNodes } from '../../scripts/other-node.mjs';
import { projectRoot } from '../../server/platform/project-root.ts';
import { nodeSupportEnds } from '../../server/platform/support-ends.ts';

test('D-115: the full tier and the workflow run on every long-term line from the least Node on', () => {
  const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
  const least = Number.parseInt(read('.nvmrc'), 10);
  const lines = Object.keys(nodeSupportEnds).map(Number);
  const longTerm = lines.filter((major) => major % 2 === 0);
  expect([least, ...otherNodes.map((version) => Number.parseInt(version, 10))]).toEqual(longTerm);
  expect(parse(read('.github/workflows/ci.yml')).jobs.ci.strategy.matrix.node).toEqual(longTerm);
  for (const version of otherNodes) expect(problemOfNode(version)).toBeNull();
});

test('a machine without a package of Node is left out with the reason', () => {
  expect(findOtherNode('24.0.0', 'freebsd')).toEqual({ reason: 'no package has Node for freebsd' });
});
