// The workflows cannot run here: they are read, and compared with what they call.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { notesOf } from '../../scripts/release-notes.mjs';

type Step = { uses?: string; run?: string; if?: string };
type Job = { if?: string; steps: Step[]; permissions?: Record<string, string> };
type Workflow = { on: object; permissions: object; jobs: Record<string, Job> };

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe.each(workflows)('$name', ({ text, workflow }) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test('D-116: may read the code only, unless a job needs more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  test('actions have a major version, and no digest is written down', () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    expect(text).not.toMatch(/sha256:[0-9a-f]{8}|@[0-9a-f]{40}/);
  });

  test('the files and commands that it calls are there', () => {
    const commands = steps.flatMap(({ run }) => run ?? []).join('\n');
    const files = commands.match(/(?<![\w/$])(?:\.ci|deploy|scripts)\/[\w./-]*\w/g) ?? [];
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
    const named = [...commands.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('D-116: only a tag publishes an image or a release', () => {
  const jobsOf = (name: string) => workflows.find((one) => one.name === name)?.workflow;
  const release = jobsOf('release.yml');
  expect(release?.on).toEqual({ push: { tags: ['v*'] } });
  const image = Object.values(jobsOf('image.yml')?.jobs ?? {});
  const writing = image.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
  expect(writing.map((job) => job.if)).toEqual(["github.ref_type == 'tag'", "github.ref_type == 'tag'"]);
});

test('D-116: notes of a release are the section of its version, in either form of the heading', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n- a\n\n## [1.1.0] - 2026-12-01\n### Added\n- b\n\n## 1.0.0, 2026-11-01\n- c\n\n[1.1.0]: https://x\n';
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n- b\n');
  expect(notesOf(changelog, '1.0.0')).toBe('- c\n');
  expect(notesOf(changelog, '1.1')).toBeNull();
});
