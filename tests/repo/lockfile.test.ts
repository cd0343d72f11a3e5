import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = { version?: string; optionalDependencies?: Record<string, string>; resolved?: string };
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

// npm leaves out what the registry at hand does not have; a machine of another kind then refuses the whole file.
test('the lockfile names the packages of every platform, so that a clean install works on each', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names a version of every package and no download address of any', () => {
  for (const [place, { version, resolved }] of Object.entries(packages)) {
    expect(version, place).toMatch(/^\d/);
    expect(resolved, place).toBeUndefined();
  }
});
