import { expect, test } from 'vitest';
import { problemOfNode } from '../../scripts/node-version.mjs';
import { findOtherNode, otherNodes } from '../../scripts/other-node.mjs';

test('the full tier also runs on Node 22 and 24, which the store accepts', () => {
  expect(otherNodes.map((version) => version.split('.')[0])).toEqual(['22', '24']);
  for (const version of otherNodes) expect(problemOfNode(version)).toBeNull();
});

test('a machine without a package of Node is left out with the reason', () => {
  expect(findOtherNode('24.0.0', 'freebsd')).toEqual({ reason: 'no package has Node for freebsd' });
});
