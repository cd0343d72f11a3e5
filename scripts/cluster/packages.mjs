// @ts-check
// The Debian packages of a cluster: installs what is missing, or gives the sentence that explains why there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** A package, and a program of it. */
const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/client.py',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/usr/sbin/ip',
  iptables: '/usr/sbin/iptables',
  strace: '/usr/bin/strace',
};

/** Null where everything is there. @param {{ install: boolean }} options @returns {string | null} */
export function whyNoCluster({ install }) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'A cluster needs Linux and root';
  const missing = findMissing();
  if (missing.length === 0) return null;
  const sentence = `A cluster needs the packages of Debian 12: apt-get install ${missing.join(' ')}`;
  if (!install || !existsSync('/usr/bin/apt-get')) return sentence;
  console.log(`Installing ${missing.join(', ')} ...`);
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]]) {
    spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return findMissing().length === 0 ? null : sentence;
}

function findMissing() {
  return Object.entries(programs)
    .filter(([, program]) => !existsSync(program))
    .map(([name]) => name);
}
