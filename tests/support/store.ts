// A whole store in one call: its own database, a clock that tests move, the sandbox gateway and provider over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppOptions } from '../../server/adapters/core.ts';
import { type App, createApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import { drainJobs } from '../../server/jobs/handlers.ts';
import { type Log, silentLog } from '../../server/observability/log.ts';
import type { Wait } from '../../server/platform/clock.ts';
import { randomIds } from '../../server/platform/ids.ts';
import { shopTexts } from '../../web/shop/texts/catalogue.ts';
import { type Client, clientOf } from './client.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export type TestStore = {
  url: string;
  app: App;
  db: TestDatabase;
  visitor: Client;
  /** A client with the first admin's token. */
  admin: Client;
  adminToken: string;
  as(token: string): Client;
  /** A request as it is, for what no client of ours would send. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  /** Moves both clocks on. */
  advance(byMs: number): void;
  /** Sets the clock of this process alone so much beside the database's. */
  setClockAside(byMs: number): void;
  /** Runs every job that is due. */
  drain(): Promise<void>;
  /** The sandbox's controls: POST with a body, GET without. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
};

export const jwtSecret = 'tests only: a secret of at least 32 bytes';
export const owner = { email: 'owner@shop.example', password: 'a long enough password' };

/**
 * `env` as for the real process. Limits are loose unless a test sets RATE_LIMIT_FACTOR. `beside`: another process of the
 * same store, on its database; to be stopped before it.
 */
export async function startStore(
  env: Record<string, string> = {},
  beside: (Pick<TestStore, 'db'> & { wait?: Wait }) | null = null,
  log: Log = silentLog,
  /** Where `dist/` is, for a store that serves its pages. */
  rootDir: string | null = null,
  otherProviderKinds: NonNullable<AppOptions['otherProviderKinds']> = {},
  otherChannels?: AppOptions['otherChannels'],
): Promise<TestStore> {
  const db = beside?.db ?? (await freshDatabase());
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'applaud-store-'));
  const config: Config = readConfig({
    PORT: String(port),
    TZ: 'UTC',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    RATE_LIMIT_FACTOR: '1000',
    ...env,
  });
  let asideMs = 0;
  const clock = { now: () => new Date(Date.now() + db.clockOffsetMs() + asideMs) };
  const app = await createApp({
    config,
    clock,
    ...(beside?.wait ? { wait: beside.wait } : {}),
    ids: randomIds,
    log,
    otherProviderKinds,
    otherChannels,
    rootDir,
    texts: shopTexts,
    database: db.database,
    connection: db.connection,
    jwtSecret,
    secretsKey: 'tests only: a key for what is kept secret',
  });
  await app.ensureFirstAdmin();
  await app.server.listen({ port, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const visitor = clientOf(url, null);
  const { token } = await visitor.call('POST /api/admin/login', { body: owner });
  return {
    url,
    app,
    db,
    visitor,
    adminToken: token,
    advance: db.advance,
    admin: clientOf(url, token),
    as: (other) => clientOf(url, other),
    raw: (path, init) => fetch(`${url}${path}`, init),
    drain: () => drainJobs(db.database, app.jobHandlers, silentLog),
    control: (path, body) => control(`${url}/sandbox/control${path}`, body),
    setClockAside: (byMs) => {
      asideMs = byMs;
    },
    stop: async () => {
      await app.close();
      if (!beside) await db.drop();
      // The sandbox may still write the file of a call that nobody waits for.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function control(url: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`The sandbox refused ${url}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** For after the clock advances, which may end the session. */
export async function signInAgain(store: TestStore): Promise<void> {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  store.admin = store.as(token);
}
