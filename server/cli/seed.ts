// `npm run seed -- --orders N --visits N [--seed S]`: fills a sandbox store's database with N orders and N visits.
import { readConfig } from '../config/config.ts';
import { DatabaseRefusal } from '../database/migrate.ts';
import { readSeedRequest, SeedRefusal } from '../demo/seed-request.ts';
import { seedDatabase } from '../demo/seeding.ts';
import { projectRoot } from '../platform/project-root.ts';
import { onStoreDatabase, print, runCommand } from './command.ts';

await runCommand(
  'Seeding failed',
  async () => {
    const request = readSeedRequest(process.argv.slice(2));
    // Checked first: the other variables of a live store do not matter here.
    refuseLiveMode(process.env.MODE);
    const config = readConfig(process.env);
    refuseLiveMode(config.mode);
    const seed = { request, rootDir: projectRoot(), say: print };
    await onStoreDatabase(config, (connection) => seedDatabase({ ...seed, connection }), { alone: true });
  },
  { refusals: [SeedRefusal, DatabaseRefusal] },
);

function refuseLiveMode(mode: string | undefined): void {
  if (mode?.trim() !== 'live') return;
  throw new SeedRefusal('MODE is live: only the database of a sandbox store is filled.');
}
