// The files of deploy/cluster/: what operators fill is complete, and fits the store and the documents.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const source = 'deploy/cluster';
let folder: string;
const filled = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'applaud-cluster-files-'));
  execFileSync('sh', [`${source}/fill`, `${source}/values`, folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('deploy/cluster/', () => {
  test('fill leaves no placeholder, and makes files that only their owner reads', () => {
    const names = readdirSync(folder);
    expect(names.toSorted()).toEqual(
      ['etcd', 'haproxy.cfg', 'patroni.yml', 'pgbackrest.conf', 'pgbouncer.ini', 'userlist.txt'].toSorted(),
    );
    for (const name of names) expect(filled(name)).not.toMatch(/@[A-Z0-9_]+@/);
  });

  test('Patroni: no acknowledged order is lost, and its times fit each other', () => {
    const { bootstrap, postgresql, watchdog } = parse(filled('patroni.yml'));
    const { ttl, loop_wait, retry_timeout, synchronous_mode, failsafe_mode } = bootstrap.dcs;
    expect({ synchronous_mode, failsafe_mode }).toEqual({ synchronous_mode: true, failsafe_mode: true });
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    expect(bootstrap.dcs.postgresql.parameters.archive_mode).toBe('on');
    expect(bootstrap[bootstrap.method]).toBeTruthy();
    expect(postgresql.parameters.archive_command).toMatch(/^pgbackrest .* archive-push %p$/);
    expect(watchdog.mode).toBe('off');
  });

  test('HAProxy and PgBouncer: the ports that docs/cluster.md gives to the store', () => {
    const guide = readFileSync('docs/cluster.md', 'utf8');
    const [, write] =
      /listen write [\s\S]*?bind 127\.0\.0\.1:(\d+)\n\s+option httpchk GET \/primary/.exec(filled('haproxy.cfg')) ?? [];
    const [, pooled] = /^listen_port = (\d+)$/m.exec(filled('pgbouncer.ini')) ?? [];
    expect(filled('haproxy.cfg')).toContain('on-marked-down shutdown-sessions');
    expect(filled('pgbouncer.ini')).toContain(`host=127.0.0.1 port=${write} `);
    expect(filled('pgbouncer.ini')).toContain('pool_mode = transaction');
    expect(guide).toContain(`@127.0.0.1:${pooled}/applaud' > database-url`);
    expect(guide).toContain(`@127.0.0.1:${write}/applaud' > database-direct-url`);
    expect(guide).toContain('DATABASE_PREPARED=off');
  });

  test('HAProxy: the file is loaded beside one that has the section global, and no name is given twice', () => {
    const sectionsOf = (text: string): string[] =>
      text.match(/^(global|(listen|frontend|backend|defaults) \S+)$/gm) ?? [];
    const balancer = sectionsOf(readFileSync('deploy/haproxy/applaud.cfg', 'utf8'));
    const sections = sectionsOf(filled('haproxy.cfg'));
    expect(balancer).toContain('global');
    expect(sections).not.toContain('global');
    expect(sections.filter((name) => balancer.includes(name))).toEqual([]);
    expect(readFileSync(`${source}/haproxy-options`, 'utf8')).toMatch(
      /^EXTRAOPTS=".*-f \/etc\/haproxy\/cluster\.cfg"$/m,
    );
  });

  test('pgBackRest: the nightly backup is a full one once a week, so that old ones can be removed', () => {
    const [, command = ''] =
      /^ExecStart=(.*)$/m.exec(readFileSync(`${source}/systemd/pgbackrest.service`, 'utf8')) ?? [];
    const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(command) ?? [];
    const typeOn = (weekday: number) =>
      execFileSync('sh', [
        '-c',
        `date() { echo ${weekday}; }; pgbackrest() { echo "$@"; }; ${script.replaceAll('%%', '%').replaceAll('$$', '$').replace('exec ', '')}`,
      ]).toString();
    expect(typeOn(7)).toContain('--type=full backup');
    expect(typeOn(1)).toContain('--type=diff backup');
    expect(filled('pgbackrest.conf')).toMatch(/^repo1-retention-full=\d+$/m);
  });

  test('systemd: every program between the store and the database starts again after it died', () => {
    for (const name of ['etcd', 'pgbouncer', 'applaud']) {
      expect(readFileSync(`${source}/systemd/${name}.conf`, 'utf8')).toMatch(/^Restart=always$/m);
    }
  });
});
