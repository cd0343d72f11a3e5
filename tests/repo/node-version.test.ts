import { expect, test } from 'vitest';
import { problemOfNode } from '../../scripts/node-version.mjs';

test('an outdated Node gets a one-sentence error with the required version', () => {
  for (const version of ['18.20.4', '20.18.1', '9.99.0']) {
    expect(problemOfNode(version, '>=20.19')).toMatch(
      new RegExp(`^Node 20.19 or newer is needed, this is ${version} `),
    );
  }
  for (const version of ['20.19.0', '20.20.2', '22.1.0', '100.0.0'])
    expect(problemOfNode(version, '>=20.19')).toBeNull();
  expect(problemOfNode(process.versions.node)).toBeNull();
});
