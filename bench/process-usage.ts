// The memory and CPU use of processes on Linux: one, or a database server with its children.
import { readdir, readFile } from 'node:fs/promises';

/** What a process has used of one core so far. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return ticks(fields[11]) + ticks(fields[12]);
}

/** The same of a process and its children, those that have ended among them. */
export async function familyCpuSecondsOf(pid: number): Promise<number> {
  const own = await statOf(pid);
  const ended = ticks(own[13]) + ticks(own[14]);
  const children = await Promise.all((await childrenOf(pid)).map((child) => cpuSecondsOf(child).catch(() => 0)));
  return (await cpuSecondsOf(pid)) + ended + children.reduce((sum, seconds) => sum + seconds, 0);
}

/** Resident memory of one process. */
export async function residentMegabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** Of a process and its children, where memory that several of them share counts once. */
export async function familyMegabytesOf(pid: number): Promise<number> {
  const all = [pid, ...(await childrenOf(pid))];
  const shares = await Promise.all(
    all.map(async (one) => {
      const memory = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
    }),
  );
  return shares.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(all.map(async (one) => Number((await statOf(one).catch(() => []))[1])));
  return all.filter((_, at) => parents[at] === pid);
}

// Behind the name, which may hold anything: the state, the parent, and so on.
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

// Linux counts in hundredths of a second.
const ticks = (field: string | undefined) => Number(field) / 100;
