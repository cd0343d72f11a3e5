// `npm run bench:catalog`: how long the import of a provider's catalog of 10,000 services takes, and a search of it, alone and
// beside nine others of that size.

import type { CallFor } from '../contract/index.ts';
import { readServiceKind } from '../contract/service-kinds.ts';
import { type Client, clientOf } from '../tests/support/client.ts';
import { startPanel } from '../tests/support/fake-provider.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { medianOf, quantileOf } from './median.ts';
import { runBenchmarks } from './parts.ts';
import { quick } from './quick.ts';
import { seededEnv, signIn } from './seeded-store.ts';
import { printTable, type Row } from './table.ts';

const services = 10_000;
const catalogs = 10;
const rounds = quick(40, 10);
const params = { id: 'default' };

const kinds = ['Instagram Likes', 'INSTAGRAM FOLLOWERS', 'Instagram Reels Views', 'Instagram Custom Comments'].concat([
  '[TikTok] Seguidores | BR',
  'TikTok Views',
  'YouTube Subscribers',
  'YT Views',
  'Telegram Members',
  'Spotify Plays',
]);
const qualities = ['HQ | R30 | 50K/DAY', '[ Instant ] [ Max 300K ] ♻️', '🇧🇷 Reposição 30 dias', '~ Non Drop ~ 1M/day'];

const offers = Array.from({ length: services }, (_, at) => ({
  service: 1_000 + at,
  name: `🔥 ${kinds[at % kinds.length]} ${qualities[(at >> 3) % qualities.length]} S${at}`,
  category: `⭐ ${kinds[at % kinds.length]} ~ Server ${at % 97}`,
  type: 'Default',
  rate: (((at * 7_919) % 50_000) / 10_000).toFixed(4),
  min: '10',
  max: '100000',
  refill: at % 2 === 0,
  cancel: at % 3 === 0,
}));

type Query = CallFor<'GET /api/admin/providers/{id}/services'>['query'];
const searches: [string, Query][] = [
  ['first page', {}],
  ['platform and action', { platform: 'tiktok', action: 'followers' }],
  ['refill', { platform: 'instagram', refill: 'yes' }],
  ['a common word', { search: 'reposição' }],
  ['a rare word', { search: 's9876' }],
  ['no match', { search: 'nothing of this name' }],
];

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const panel = await startPanel({
    others: (action) => (action === 'services' ? offers : { balance: '1000.00', currency: 'USD' }),
  });
  const store = await startProcess({ env: { ...panel.settings, ...seededEnv } });
  try {
    const admin = clientOf(store.url, (await signIn(store)).token);
    return await runBenchmarks(args, {
      import: () => benchImport(admin),
      search: () => benchSearch(admin, store),
    });
  } finally {
    await store.close();
    await panel.close();
  }
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function benchImport(admin: Client): Promise<boolean> {
  const look = () => timed(() => admin.call('POST /api/admin/providers/{id}/look', { params }));
  const first = await look();
  const later = [await look(), await look(), await look()];
  const read = await timed(() => {
    for (const { name, category } of offers) readServiceKind(name, category);
  });
  const ms = (value: number, atMost = 5_000) => ({ ms: { value, unit: 'ms' as const, atMost } });
  return printTable(`A catalog of ${services} services`, [
    { name: 'first import', figures: ms(first) },
    { name: 'later import, the slowest of 3', figures: ms(Math.max(...later)) },
    { name: 'of that, reading the kinds of all names', figures: ms(read, 500) },
  ]);
}

async function benchSearch(admin: Client, store: StoreProcess): Promise<boolean> {
  await admin.call('POST /api/admin/providers/{id}/look', { params });
  const alone = await measured(admin, 'alone');
  await store.sql(
    `insert into provider_services (provider_id, service_id, name, category, type, rate_per_thousand, min, max, refill, cancel,
       platform, action, seen_at)
     select 'p' || n, service_id, name, category, type, rate_per_thousand, min, max, refill, cancel, platform, action, seen_at
     from provider_services, generate_series(2, ${catalogs}) n where provider_id = 'default'`,
  );
  await store.sql('analyze provider_services');
  const beside = await measured(admin, `of ${services * catalogs}`);
  return printTable(`Searches of ${services} services, ${rounds} each`, [...alone, ...beside]);
}

async function measured(admin: Client, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, query] of searches) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      took.push(await timed(() => admin.call('GET /api/admin/providers/{id}/services', { params, query })));
    }
    const figures = {
      median: { value: medianOf(took), unit: 'ms' as const, atMost: 50 },
      p95: { value: quantileOf(took, 0.95), unit: 'ms' as const },
    };
    rows.push({ name: `${what}, ${name}`, figures });
  }
  return rows;
}
