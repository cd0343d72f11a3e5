// `npm run seed -- --orders N --visits N [--seed S]`: fills a sandbox store's database with N orders and N visits.
import { type Config, readConfig } from '../config/config.ts';
import { DatabaseRefusal } from '../database/migrate.ts';
import { readSeedRequest, SeedRefusal, type SeedRequest } from '../demo/seed-request.ts';
import { seedDatabase } from '../demo/seeding.ts';
import { projectRoot } from '../platform/project-root.ts';
import { onStoreDatabase, sentenceOf } from './command.ts';

try {
  const request = readSeedRequest(process.argv.slice(2));
  // Checked first: the other variables of a live store do not matter here.
  refuseLiveMode(process.env.MODE);
  await seed(request, readConfig(process.env));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error, 'Seeding failed', [SeedRefusal, DatabaseRefusal])}\n`);
}

async function seed(request: SeedRequest, config: Config): Promise<void> {
  refuseLiveMode(config.mode);
  await onStoreDatabase(
    config,
    (connection) => seedDatabase({ request, rootDir: projectRoot(), say: print, connection }),
    {
      alone: true,
    },
  );
}

function refuseLiveMode(mode: string | undefined): void {
  if (mode?.trim() !== 'live') return;
  throw new SeedRefusal('MODE is live: only the database of a sandbox store is filled.');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
