// Starts a store: environment, database, app, jobs; and stops it without losing anything.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type pg from 'pg';
import { englishMessage } from '../contract/message-texts/english-message.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { openDatabase } from './database/database.ts';
import { EmbeddedRefusal, startEmbedded } from './database/embedded.ts';
import { DatabaseRefusal, migrateDatabase } from './database/migrate.ts';
import { problemOfDatabase } from './database/sql-state.ts';
import { fillWithDemo } from './demo/demo.ts';
import { seedSandbox } from './demo/seed-sandbox.ts';
import { listenWhenFree } from './http/port.ts';
import { type JobSupervisor, startJobSupervisor } from './jobs/supervisor.ts';
import { createLog, createTerminalOutput, type Log } from './observability/log.ts';
import { listenForMetrics } from './observability/metrics/metrics.routes.ts';
import { systemClock } from './platform/clock.ts';
import { randomIds } from './platform/ids.ts';
import { projectRoot, version } from './platform/project-root.ts';
import { SecretRefusal } from './platform/secret-file.ts';
import { nameSourcesInStackTraces } from './platform/stack-traces.ts';
import { resolveJwtSecret, resolveSecretsKey } from './platform/store-secrets.ts';
import { nodeCheck, readNodeSupport } from './platform/support-ends.ts';
import { startupBanner } from './startup-banner.ts';
import { foldCounts } from './workflows/fold-counts.ts';

/** A stop that takes longer than this is cut short: what is unfinished is found again at the next start. */
const stopLimitMs = 25_000;

/** A Ctrl-C arrives more than once: from the terminal and from npm. After this time it is a second one. */
const oneStopMs = 1_000;

/** After its limit a stop ends by force; what is left then takes a moment. */
const afterStopMs = 5_000;

/** Of one runner of the queue: two listen, two take and complete jobs. */
const queueConnections = 4;
/** A queue connection that owes an answer for so long is given up; its queries are short. */
const queueAnswerWithinMs = 10_000;
/** A table of the queue that is locked for longer counts as a queue that cannot be read. */
const queueLockTimeoutMs = 2_000;
/** EX_TEMPFAIL: the service manager starts the process again. */
const restartMeExitCode = 75;

/** Null: standard output is read by a program, which gets every line. */
const terminal = process.stdout.isTTY ? createTerminalOutput((text) => process.stdout.write(text)) : null;

/** The parts that run, the last one first: a stop goes through them in this order. */
type Stops = (() => Promise<void>)[];

async function start(stops: Stops): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, config.logLevel === 'debug' ? null : terminal);
  const stop = stopOnSignals(stops, log, config.stopDelayMs);
  const rootDir = projectRoot();
  if (terminal) process.stdout.write(`${describeStart(config)} ...\n`);
  const { connection, pooled, bundled } = await chooseDatabase(config, log, stops);
  await migrateDatabase(connection, rootDir, config.mode, log);
  log.info({ version, mode: config.mode, node: process.version }, 'starting');
  const onConnectionLost = (error: Error) => log.warn({ problem: error.message }, 'a database connection was lost');
  const database = openDatabase({
    connection: pooled ?? connection,
    poolSize: config.databasePool,
    onConnectionLost,
    pooler: pooled !== null,
    namedStatements: config.namedStatements,
  });
  stops.unshift(() => database.close());

  const secrets = { config, database, warn: (message: string) => log.warn({}, message) };
  const app = await createApp({
    config,
    database,
    connection,
    jwtSecret: await resolveJwtSecret(secrets),
    secretsKey: await resolveSecretsKey(secrets),
    clock: systemClock,
    ids: randomIds,
    log,
    rootDir,
  });
  // Read to the end of a stop, so that the last minute is seen too.
  if (app.readMetrics && config.metrics?.port) {
    const { readMetrics } = app;
    const options = { ...config.metrics, port: config.metrics.port };
    const metrics = await listenWhenFree(() => listenForMetrics(readMetrics, options));
    stops.unshift(() => metrics.close());
  }
  stops.unshift(() => app.endTraces());
  let worker: JobSupervisor | null = null;
  stops.unshift(async () => void (await Promise.all([app.close(), worker?.stop()])));
  const invention = config.demoData && (await fillWithDemo({ database, clock: systemClock }));
  if (invention) await foldCounts({ database });
  await listenWhenFree(() => app.server.listen({ port: config.port, host: config.host }));
  // After what a start usually fails with: its password is printed once.
  const firstAdmin = await app.ensureFirstAdmin();
  if (invention && app.sandboxControls)
    await seedSandbox(database, app.sandboxControls, { hasProvider: !config.provider });
  worker = await startJobSupervisor({
    handlers: app.jobHandlers,
    schedule: app.schedule,
    openConnections: () =>
      openDatabase({
        connection,
        poolSize: queueConnections,
        answerWithinMs: queueAnswerWithinMs,
        lockTimeoutMs: queueLockTimeoutMs,
        onConnectionLost,
      }),
    log,
    alone: bundled,
    status: app.queueStatus,
    observer: app.stallObserver,
    isServing: app.isServing,
    onHopeless: () => void stop('background jobs', restartMeExitCode),
  });
  stops.unshift(async () => {
    app.leave();
    if (config.stopDelayMs > 0) await wait(config.stopDelayMs);
  });
  void app.registerDomain();
  await app.checkProviders();
  await app.sendHeartbeat();
  const canBuyersOrder = await app.canBuyersOrder();
  const hasPaymentMethod = await app.ctx.paymentMethods.hasOneOn();
  const aboutNode = nodeCheck(readNodeSupport(app.ctx));
  if (aboutNode && config.mode === 'live' && !terminal) log.warn({}, englishMessage(aboutNode));
  process.stdout.write(startupBanner(config, firstAdmin, { canBuyersOrder, hasPaymentMethod, aboutNode }));
  terminal?.open();
}

/** A first start takes up to a minute on a slow machine. */
function describeStart({ databaseUrl, dataDir, mode, demoData }: Config): string {
  if (databaseUrl || existsSync(join(dataDir, mode))) return 'Starting';
  return demoData ? 'Setting up the database and two months of invented orders' : 'Setting up the database';
}

/** `connection` gives sessions of our own; `pooled`, where there is a pooler before them, is for everything else. */
async function chooseDatabase(
  config: Config,
  log: Log,
  stops: Stops,
): Promise<{ connection: pg.PoolConfig; pooled: pg.PoolConfig | null; bundled: boolean }> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl) {
    const pooled = databaseDirectUrl ? { connectionString: databaseUrl } : null;
    return { connection: { connectionString: databaseDirectUrl ?? databaseUrl }, pooled, bundled: false };
  }
  // As long as the stop of a store with the same settings may take.
  const waitMs = stopLimitMs + config.stopDelayMs + afterStopMs;
  const embedded = await startEmbedded({
    dataDir: join(config.dataDir, config.mode),
    binDir: config.postgresBinDir,
    log,
    waitMs,
    onWait: () =>
      process.stderr.write(`Another store is using this folder. Waiting up to ${waitMs / 1_000} s for it to stop.\n`),
  });
  stops.unshift(() => embedded.stop());
  return { connection: { ...embedded.connection, ssl: false }, pooled: null, bundled: true };
}

// Requests and jobs under way end first, then the database: the order in which the parts came, backwards.
function stopOnSignals(stops: Stops, log: Log, delayMs: number): (cause: string, exitCode: number) => Promise<void> {
  let stoppingSinceMs: number | null = null;
  const stop = async (cause: string, exitCode: number) => {
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = performance.now();
    log.info({ signal: cause }, 'stopping');
    setTimeout(() => process.exit(exitCode || 1), stopLimitMs + delayMs).unref();
    await stopAll(stops, (problem) => log.error({ problem }, 'a part did not stop well'));
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => {
    if (stoppingSinceMs !== null && performance.now() - stoppingSinceMs > oneStopMs) process.exit(1);
    void stop('SIGINT', 0);
  });
  return stop;
}

async function stopAll(stops: Stops, report: (problem: string) => void): Promise<void> {
  for (const part of stops) await part().catch((error: Error) => report(error.message));
}

// A start that fails leaves nothing running, and one sentence where there is one.
async function refuse(error: unknown, stops: Stops): Promise<never> {
  process.stderr.write(`${describeError(error)}\n`);
  await stopAll(stops, () => {});
  process.exit(1);
}

function describeError(error: unknown): string {
  const kinds = [ConfigError, EmbeddedRefusal, DatabaseRefusal, SecretRefusal];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    const variable = String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT';
    return `Port ${port} is in use. Set ${variable} to another one.`;
  }
  if (syscall === 'listen') return `The store cannot listen there (${code}). Set PORT or HOST to another one.`;
  return problemOfDatabase(error) ?? (error as Error).stack ?? String(error);
}

nameSourcesInStackTraces();
// Memory is cleaned up each time it has grown by two fifths; Node would let it double, beside a database on a small machine.
setFlagsFromString('--heap-growing-percent=40');
const stops: Stops = [];
start(stops).catch((error) => refuse(error, stops));
