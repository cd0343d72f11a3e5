// deploy/install.sh and deploy/try-compose.sh: what they do is what the documents list.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const guide = readFileSync('docs/install.md', 'utf8');
const unitOf = (name: string) => readFileSync(`deploy/systemd/${name}`, 'utf8');
const scripts = [
  'deploy/install.sh',
  'deploy/try-compose.sh',
  'deploy/postgres/create-role.sh',
  'deploy/systemd/applaud',
];
const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;

function dryRun(...args: string[]): string[] {
  const output = execFileSync('sh', ['deploy/install.sh', ...args, '--dry-run'], { encoding: 'utf8' });
  return output.replaceAll(resolve('.'), '/opt/applaud-VERSION').trim().split('\n');
}
const stepsOf = (lines: string[]) => lines.filter((line) => line.startsWith('+ ')).map((line) => line.slice(2));

describe.skipIf(process.platform !== 'linux')('deploy/install.sh', () => {
  const [, listed = ''] = /`--dry-run` prints[^`]*:\n```\n([\s\S]*?)\n```/.exec(guide) ?? [];
  const documented = listed.split('\n');

  test('D-116: a dry run prints the steps of docs/install.md, in their order', () => {
    const steps = stepsOf(dryRun('install', '--host', 'shop.example', '--email', 'you@shop.example'));
    const isPackage = (step: string) => step.includes('apt-get');
    // A machine that has some of it needs fewer steps.
    const places = steps.filter((step) => !isPackage(step)).map((step) => documented.indexOf(step));
    expect(steps.filter((step) => !isPackage(step) && !documented.includes(step))).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(steps).toContain('systemctl enable --now applaud');
    const packages = documented.find((step) => step.includes('apt-get install'))?.split(' ') ?? [];
    const wanted = steps.filter((step) => step.includes('apt-get install')).flatMap((step) => step.split(' '));
    expect(wanted.filter((word) => !packages.includes(word))).toEqual([]);
  });

  test('D-116: its user, folders and files are those of the unit and of the steps by hand', () => {
    const [, byHand = ''] = guide.split('\n## By hand\n');
    for (const step of documented.filter((one) => /^(adduser|install -d)/.test(one))) expect(byHand).toContain(step);
    const unit = unitOf('applaud.service');
    const script = readFileSync('deploy/install.sh', 'utf8');
    const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? 'none';
    expect(script).toContain(`\nprogram=${settingOf('WorkingDirectory')}\n`);
    expect(script).toContain(`\ndata=/var/lib/${settingOf('StateDirectory')}\n`);
    expect(`${settingOf('EnvironmentFile')}`).toBe('/etc/applaud/environment');
    expect(settingOf('ExecStart')).toMatch(/^\/usr\/bin\/node /);
    expect(settingOf('ReadWritePaths')).toBe('-/var/backups/applaud');
    // The secrets that it makes are those that the example of an environment names.
    for (const name of ['jwt-secret', 'secrets-key', 'admin-password', 'database-url'])
      expect(unitOf('environment')).toContain(`=/etc/applaud/secrets/${name}\n`);
  });

  test('D-116: the proxy is that of deploy/caddy, before the store of this machine', () => {
    const [first, ...rest] = readFileSync('deploy/caddy/Caddyfile', 'utf8').split('\n');
    expect(first).toMatch(/^# /);
    // What the script replaces is there once.
    for (const part of ['{$SITE}', 'store:3000']) expect(rest.join('\n').split(part)).toHaveLength(2);
  });

  test('D-116: an update makes a backup before it switches, a removal keeps the data without --purge', () => {
    const update = stepsOf(dryRun('update'));
    expect(update[0]).toBe('applaud backup --to /var/backups/applaud');
    expect(update.indexOf('ln -sfnT /opt/applaud-VERSION /opt/applaud')).toBeGreaterThan(0);
    expect(update.at(-1)).toBe('systemctl restart applaud');
    const kept = /drop|\/etc\/applaud|\/var\/lib|\/var\/backups|deluser/;
    expect(stepsOf(dryRun('remove')).filter((step) => kept.test(step))).toEqual([]);
    expect(stepsOf(dryRun('remove', '--purge')).filter((step) => kept.test(step)).length).toBeGreaterThan(1);
  });

  test.each([
    [['install', '--host', 'shop.example'], '--email is missing'],
    [['install', '--host', 'shop example', '--email', 'a@b.example'], '--host needs the host name'],
    [['install', '--host', 'shop.example', '--email', 'nobody'], '--email needs an email address'],
    [['install', '--colour'], 'There is no option --colour'],
    [[], 'Usage: '],
  ])('%j is refused with a sentence', (args, sentence) => {
    const { status, stderr } = spawnSync('sh', ['deploy/install.sh', ...args, '--dry-run'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(sentence) });
  });

  test.runIf(hasShellcheck)('shellcheck finds nothing, where it is installed', () => {
    const { stdout, status } = spawnSync('shellcheck', scripts, { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });
});

test.skipIf(process.platform === 'win32')(
  'D-116: deploy/try-compose.sh buys, restores into an empty database, finds the order, and removes what it made',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'applaud-compose-'));
    try {
      // A copy, so that no secrets are written beside the files of the project.
      for (const name of ['try-compose.sh', 'smoke-test.mjs', 'compose.yaml'])
        writeFileSync(join(folder, name), readFileSync(`deploy/${name}`));
      const docker = `#!/bin/sh
echo "$*" | sed 's/^compose -p applaud-try -f compose.yaml //' >> '${folder}/calls'
case "$*" in *'- buy'*) cat > /dev/null; echo ORDER.KEY ;; *'ls /data'*) echo /data/backups/b.gz ;; *'- find'*) cat > /dev/null ;; esac
`;
      writeFileSync(join(folder, 'docker'), docker);
      chmodSync(join(folder, 'docker'), 0o755);
      execFileSync('sh', [join(folder, 'try-compose.sh'), '--no-build'], {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        stdio: 'pipe',
      });
      const smoke = 'exec -T store node --input-type=module -';
      expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')).toEqual([
        'up --detach --wait --wait-timeout 180 --no-build',
        `${smoke} buy`,
        'exec -T store node dist/server/backup.js --to /data/backups',
        'exec -T store sh -c ls /data/backups/*.gz | tail -n 1',
        'exec -T store node dist/server/backup.js --verify /data/backups/b.gz',
        'stop store',
        'exec -T database psql --username postgres --set ON_ERROR_STOP=1 --command drop database applaud --command create database applaud owner applaud',
        'run --rm -T store node dist/server/store-import.js --from /data/backups/b.gz',
        'run --rm -T store node dist/server/money-verify.js',
        'up --detach --wait --wait-timeout 180 --no-build',
        `${smoke} find ORDER.KEY`,
        'down --volumes',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
