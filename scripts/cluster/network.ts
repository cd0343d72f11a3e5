// Machines as network namespaces on one bridge, or as loopback addresses where namespaces are not allowed.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

export type Network = {
  /** False: machines share the network of this one, and none can be cut off. */
  hasNamespaces: boolean;
  /** Of a machine by its last byte. */
  addressOf(last: number): string;
  /** What a command of this machine begins with. */
  commandIn(machine: string): string[];
  /** The machine reaches nobody, and nobody reaches it. */
  cut(machine: string): void;
  /** What `from` sends does not reach `to`. The other direction stays. */
  cutOneWay(from: string, to: string): void;
  /** Ends every cut. */
  heal(): void;
  close(): void;
};

const prefix = 'applaud-';
const machines: Record<string, number> = { db1: 11, db2: 12, db3: 13 };
/** Of the stores, and of the balancer before them: on this machine, beside the bridge. */
const hereAddresses = [20, 21, 22];

export function openNetwork(): Network {
  removeLeftovers();
  const id = process.pid;
  const bridge = `apb${id}`;
  const made = spawnSync('ip', ['link', 'add', bridge, 'type', 'bridge'], { stdio: 'ignore' });
  if (made.status !== 0) return openLoopback();
  const subnet = findFreeSubnet();
  const addressOf = (last: number) => `10.77.${subnet}.${last}`;
  const namespaceOf = (machine: string) => `${prefix}${id}-${machine}`;
  const linkOf = (machine: string) => `ap${machine}-${id}`;
  const commandIn = (machine: string) => ['nsenter', `--net=/run/netns/${namespaceOf(machine)}`];
  for (const last of hereAddresses) ip('addr', 'add', `${addressOf(last)}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const [machine, last] of Object.entries(machines)) {
    const namespace = namespaceOf(machine);
    ip('netns', 'add', namespace);
    ip('link', 'add', linkOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', linkOf(machine), 'master', bridge, 'up');
    ip('-n', namespace, 'addr', 'add', `${addressOf(last)}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
  }
  return {
    hasNamespaces: true,
    addressOf,
    commandIn,
    cut: (machine) => ip('link', 'set', linkOf(machine), 'down'),
    cutOneWay: (from, to) => {
      const drop = ['iptables', '-A', 'INPUT', '-s', addressOf(machines[from] ?? 0), '-j', 'DROP'];
      ip('netns', 'exec', namespaceOf(to), ...drop);
    },
    heal: () => {
      for (const machine of Object.keys(machines)) {
        ip('link', 'set', linkOf(machine), 'up');
        ip('netns', 'exec', namespaceOf(machine), 'iptables', '-F', 'INPUT');
      }
    },
    close: () => remove(id),
  };
}

function openLoopback(): Network {
  const impossible = () => {
    throw new Error('A network is cut between namespaces only.');
  };
  return {
    hasNamespaces: false,
    addressOf: (last) => `127.77.${process.pid % 250}.${last}`,
    commandIn: () => [],
    cut: impossible,
    cutOneWay: impossible,
    heal: () => {},
    close: () => {},
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function findFreeSubnet(): number {
  const used = execFileSync('ip', ['-4', '-o', 'addr'], { encoding: 'utf8' });
  for (let tries = 0; tries < 250; tries += 1) {
    const subnet = (process.pid + tries) % 250;
    if (!used.includes(`10.77.${subnet}.`)) return subnet;
  }
  throw new Error('Every network 10.77.x.0 is in use.');
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  const ids = new Set(namespaces().map((name) => Number(name.slice(prefix.length).split('-')[0])));
  for (const id of ids) if (!existsSync(`/proc/${id}`)) remove(id);
}

function remove(id: number): void {
  for (const namespace of namespaces().filter((name) => name.startsWith(`${prefix}${id}-`))) {
    const pids = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' }).stdout;
    for (const pid of pids.split('\n').filter(Boolean)) spawnSync('kill', ['-9', pid]);
    spawnSync('ip', ['netns', 'del', namespace]);
  }
  spawnSync('ip', ['link', 'del', `apb${id}`], { stdio: 'ignore' });
}

function namespaces(): string[] {
  const folder = '/run/netns';
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^applaud-\d+-db\d$/.test(name)) : [];
}
