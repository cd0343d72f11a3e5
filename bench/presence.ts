// What ten thousand open pages cost, and how soon an admin on another process sees that one more was opened.
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { clientOf } from '../tests/support/client.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { putLoad, requestOf } from './http-load.ts';
import { quantileOf } from './median.ts';
import { cpuSecondsOf, familyCpuSecondsOf } from './process-usage.ts';
import { printTable } from './table.ts';
import { visitor } from './visitor-requests.ts';

const openPages = 10_000;
const beatsPerSecond = 350;
const beatsMs = 40_000;
const looks = 20;

export async function benchPresence(store: StoreProcess): Promise<boolean> {
  const ids = await openAll(store.url);
  const beats = await benchBeats(store, ids);
  return (await benchAcross(store)) && beats;
}

/** The ids of the pages, in any order. */
async function openAll(storeUrl: string): Promise<string[]> {
  const url = `${storeUrl}/api/admin/track-user`;
  const ids: string[] = [];
  let opened = 0;
  await putLoad({
    url,
    connections: 16,
    forMs: 60_000,
    perSecond: 1_000,
    most: openPages,
    next: () => {
      opened += 1;
      return requestOf({ method: 'POST', url, headers: visitor(opened) }, { page: '/' });
    },
    onResponse: (_status, body) => {
      ids.push(JSON.parse(body).userId);
    },
  });
  return ids;
}

async function benchBeats(store: StoreProcess, ids: string[]): Promise<boolean> {
  let beat = 0;
  const databasePid = await store.databasePid();
  const usage = async () => [await cpuSecondsOf(store.pid()), await familyCpuSecondsOf(databasePid)] as const;
  const before = await usage();
  const loaded = await putLoad({
    url: store.url,
    connections: 16,
    forMs: beatsMs,
    perSecond: beatsPerSecond,
    next: () => {
      beat += 1;
      const url = `${store.url}/api/admin/track-user/${ids[beat % ids.length]}`;
      // One in twenty has gone to another page.
      const page = beat % 20 === 0 ? `/page-${beat}` : '/';
      return requestOf({ method: 'PATCH', url, headers: visitor(beat % ids.length) }, { page });
    },
  });
  const after = await usage();
  const share = (at: 0 | 1) => ((after[at] - before[at]) / (beatsMs / 1_000)) * 100;
  const [found] = await store.sql(
    `select count(*)::int as n from presence where seen_at > now() - interval '90 seconds'`,
  );
  return printTable(`${ids.length} open pages, ${beatsPerSecond} beats/s for ${beatsMs / 1_000} s`, [
    {
      name: 'embedded default',
      figures: {
        online: { value: Number(found?.n), unit: '', atLeast: openPages },
        beats: { value: Math.round(loaded.perSecond), unit: '/s' },
        refused: { value: loaded.refused, unit: '', atMost: 0 },
        'store, of a core': { value: share(0), unit: '%', atMost: 10 },
        'database, of a core': { value: share(1), unit: '%' },
        load: { value: loaded.machineLoad, unit: '' },
      },
    },
  ]);
}

/** A second process on the same database; a page opens on the first, and the second announces it to an admin. */
async function benchAcross(store: StoreProcess): Promise<boolean> {
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  const { JWT_SECRET = '', SECRETS_KEY = '', ...shared } = store.env;
  const other = await startProcess({
    env: { ...portless(shared), JWT_SECRET, SECRETS_KEY, DATABASE_URL: await store.databaseUrl() },
  });
  try {
    const waits: number[] = [];
    const socket = await openSocket(other.url, token);
    for (let look = 0; look < looks; look += 1) {
      // Waits until earlier announcements are over.
      await sleep(1_500);
      const updated = new Promise<void>((resolve) => {
        socket.onmessage = ({ data }) => void (String(data).includes('user-update') && resolve());
      });
      const began = performance.now();
      await clientOf(store.url, null).call('POST /api/admin/track-user', { body: { page: `/look-${look}` } });
      await updated;
      const { users } = await clientOf(other.url, token).call('GET /api/admin/online-users', {});
      waits.push(
        users.some(({ currentPage }) => currentPage.includes(`look-${look}`))
          ? performance.now() - began
          : Number.POSITIVE_INFINITY,
      );
    }
    socket.close();
    return printTable(`A page opens, an admin on another process reads of it, ${looks} times`, [
      {
        name: 'two processes',
        figures: {
          median: { value: quantileOf(waits, 0.5), unit: 'ms' },
          longest: { value: quantileOf(waits, 1), unit: 'ms', atMost: 1_000 },
        },
      },
    ]);
  } finally {
    await other.close();
  }
}

function portless({ PORT: _port, PUBLIC_URL: _url, DATA_DIR: _dir, ...rest }: Record<string, string>) {
  return rest;
}

/** Ready when the first beat is answered: the token was good. */
async function openSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  socket.send(JSON.stringify({ type: 'auth', token }));
  socket.send(JSON.stringify({ type: 'beat' }));
  await new Promise((resolve) => {
    socket.onmessage = resolve;
  });
  return socket;
}
