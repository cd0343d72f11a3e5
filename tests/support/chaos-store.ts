// A store for chaos tests: a process with automatic dispatch on, beside a gateway, a provider and a mail server that no fault
// reaches. Everything after the payment is left to its job queue.

import { type ChaosBuyers, startChaosBuyers } from './chaos-buyers.ts';
import { byScale } from './chaos-scale.ts';
import { type Client, clientOf } from './client.ts';
import { startExternalSandbox } from './external-sandbox.ts';
import { type CountingPanel, startPanel } from './fake-provider.ts';
import { type StoreProcess, startProcess } from './process.ts';
import { type SandboxControl, sandboxControl } from './sandbox-control.ts';
import { settingsInputOf } from './settings-steps.ts';
import { startMailServer, type TestMailServer } from './smtp-server.ts';

type Rows = Record<string, unknown>[];

export type ChaosStore = {
  process: StoreProcess;
  /** Every `add` that reached the provider. */
  provider: CountingPanel;
  mailServer: TestMailServer;
  gateway: SandboxControl;
  /** One statement past the store and past the fault. */
  sql(statement: string): Promise<Rows>;
  /** For commands that are run beside the store. */
  commandEnv(): Record<string, string>;
  /** A new sign-in each time. */
  signIn(): Promise<Client>;
  startBuyers(): ChaosBuyers;
  close(): Promise<void>;
};

export type ChaosStoreOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  /** A database beside the store; without it the store starts the bundled server. */
  database?: {
    /** What the store is started with. */
    env: Record<string, string>;
    /** Leads past the fault; asked again each time, because a fail-over changes it. */
    directUrl(): string;
    sql(statement: string): Promise<Rows>;
  };
};

/** Of each answer: a fault meets jobs in the middle of a call. At full scale the queue must keep up with more orders. */
const providerDelayMs = byScale(250, 40);
const login = { email: 'owner@shop.example', password: 'a long enough password' };

export async function startChaosStore({ env, dataDir, database }: ChaosStoreOptions = {}): Promise<ChaosStore> {
  const sandbox = await startExternalSandbox();
  const provider = await startPanel({ mood: () => 'place', delayMs: providerDelayMs });
  const mailServer = await startMailServer();
  const closeOthers = async () => {
    await provider.close();
    await mailServer.stop();
    await sandbox.stop();
  };
  try {
    const store = await startProcess({
      env: {
        RATE_LIMIT_FACTOR: '100000',
        LOG_LEVEL: 'warn',
        ADMIN_EMAIL: login.email,
        ADMIN_PASSWORD: login.password,
        ...sandbox.settings,
        PROVIDER_API_URL: provider.url,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'shop@example.com',
        ...database?.env,
        ...env,
      },
      ...(dataDir ? { dataDir } : {}),
    });
    const signIn = async () => {
      const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: login });
      return clientOf(store.url, token);
    };
    await turnOnAutomaticDispatch(await signIn()).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
    return {
      process: store,
      provider,
      mailServer,
      gateway: sandboxControl(sandbox.origin),
      sql: database?.sql ?? store.sql,
      commandEnv: () => (database ? { ...store.env, DATABASE_URL: database.directUrl() } : store.env),
      signIn,
      startBuyers: () => startChaosBuyers({ storeUrl: store.url, sandboxUrl: sandbox.origin }),
      close: async () => {
        await store.close();
        await closeOthers();
      },
    };
  } catch (error) {
    await closeOthers();
    throw error;
  }
}

async function turnOnAutomaticDispatch(admin: Client): Promise<void> {
  const saved = await admin.call('GET /api/admin/store-settings', {});
  const settings = { ...settingsInputOf(saved), automatic_dispatch: true };
  await admin.call('PUT /api/admin/store-settings', { body: { version: saved.version, settings } });
}
