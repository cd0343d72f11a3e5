import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Locked = {
  version?: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  link?: true;
};
const lockfiles = ['package-lock.json', 'site/package-lock.json'];
/** Without the link to the folder tools/. */
const packagesOf = (file: string): Record<string, Locked> => {
  const packages: Record<string, Locked> = JSON.parse(readFileSync(file, 'utf8')).packages;
  return Object.fromEntries(Object.entries(packages).filter(([, { link }]) => !link));
};

// npm leaves out what the registry at hand does not have; a machine of another kind then refuses the whole file.
test.each(lockfiles)('%s names the packages of every platform, so that a clean install works on each', (file) => {
  const packages = packagesOf(file);
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test.each(lockfiles)('%s names a version of every package and no download address of any', (file) => {
  for (const [place, { version, resolved }] of Object.entries(packagesOf(file))) {
    expect(version, place).toMatch(/^\d/);
    expect(resolved, place).toBeUndefined();
  }
});

// A bundled package is a part of another one's archive, and of its checksum.
test.each(lockfiles)('%s has the checksum of every package, on each platform', (file) => {
  const unchecked = Object.entries(packagesOf(file)).flatMap(([place, { integrity, inBundle }]) =>
    ['', 'tools'].includes(place) || inBundle || integrity?.startsWith('sha512-') ? [] : [place],
  );
  expect(unchecked).toEqual([]);
});

test.each(['.npmrc', 'site/.npmrc'])('%s runs no install script of a package', (file) => {
  expect(readFileSync(file, 'utf8').split('\n')).toContain('ignore-scripts=true');
});

test('D-114: known vulnerabilities are searched each week, and with each change of the lockfile', () => {
  const { on, jobs } = parse(readFileSync('.github/workflows/audit.yml', 'utf8'));
  expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }]);
  for (const event of ['push', 'pull_request']) expect(on[event].paths).toContain('package-lock.json');
  const commands = jobs.audit.steps.map(({ run }: { run?: string }) => run);
  expect(commands).toContain('npm audit --omit=dev --package-lock-only');
});
