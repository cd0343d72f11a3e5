// Two processes of one store on one database, and a card gateway apart from both: the first may die at any step, its line
// to the gateway and the gateway's line to the store can be cut. One function returns what happened to the money of an order.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../sandbox/sandbox.ts';
import { freeDeadJobs } from '../../server/jobs/queue-repository.ts';
import { verifyMoney } from '../../server/modules/payments/ledger-check.ts';
import { printReconciliation } from '../../server/modules/payments/reconciliation-report.ts';
import { silentLog } from '../../server/observability/log.ts';
import { type CrashInjector, createCrashInjector, mortalDatabase } from './crash-injector.ts';
import { freshDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type Line, startLine } from './gateway-line.ts';
import { type SandboxControl, sandboxControl } from './sandbox-control.ts';
import { startStore, type TestStore } from './store.ts';

export type Fate = {
  status: string;
  payment: string;
  refundedCents: number;
  /** Concluded in the ledger, each with how often. */
  captured: number;
  /** Kinds of mails and alerts, as they were made. */
  mails: string[];
  alerts: string[];
};

export type MoneySetup = {
  /** May die at `fuse`. */
  mortal: TestStore;
  /** Lives on. */
  other: TestStore;
  fuse: CrashInjector;
  /** From the mortal to the gateway, from the other to it, and from the gateway to the store. */
  line: Line;
  otherLine: Line;
  notices: Line;
  control: SandboxControl;
  /** The gateway's clock goes before ours by so much. */
  skewGateway(byMs: number): void;
  fateOf(orderId: string): Promise<Fate>;
  rows<T>(sql: string, ...values: unknown[]): Promise<T[]>;
  /** All that comes after a death: a new process, waiting notifications, jobs of the dead, the sweeper. */
  recover(): Promise<void>;
  /** What money:verify and money:reconcile print beside their last lines. */
  differences(): Promise<string[]>;
  stop(): Promise<void>;
};

const credentials = { merchantId: 'SHOP', apiPassword: 'a password of the gateway', webhookSecret: 'a webhook secret' };

export async function startMoneySetup(): Promise<MoneySetup> {
  const db = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'applaud-gateway-'));
  let skewMs = 0;
  const clock = () => new Date(Date.now() + db.clockOffsetMs() + skewMs);
  const sandbox = await createSandbox({ ...credentials, dataDir, clock, log: silentLog, providerKey: 'not used' });
  const gatewayPort = await freePort();
  const gateway = createServer(sandbox.handle);
  await new Promise<void>((resolve) => gateway.listen(gatewayPort, '127.0.0.1', resolve));
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
  const [line, otherLine, notices] = [
    await startLine(gatewayUrl),
    await startLine(gatewayUrl),
    await startLine(gatewayUrl),
  ];
  const fuse = createCrashInjector();
  line.passOnly((what) => fuse.step(what));
  const envOf = ({ url }: Line) => ({
    PUBLIC_URL: notices.url,
    MPGS_BASE_URL: `${url}/gateway`,
    MPGS_MERCHANT_ID: credentials.merchantId,
    MPGS_API_PASSWORD: credentials.apiPassword,
    MPGS_WEBHOOK_SECRET: credentials.webhookSecret,
  });
  const other = await startStore(envOf(otherLine), { db });
  const mortal = await startStore(envOf(line), { db: mortalDatabase(db, fuse) });
  notices.leadTo(mortal.url);
  const control = sandboxControl(gatewayUrl);
  const rows = async <T>(sql: string, ...values: unknown[]) => (await db.database.pool.query(sql, values)).rows as T[];

  async function fateOf(id: string): Promise<Fate> {
    const [order] = await rows<{ status: string; payment_status: string; refunded_cents: number; captured: number }>(
      `select status, payment_status, refunded_cents, (select count(*)::int from payment_events e
         where e.order_id = orders.id and conclusion = 'captured') as captured from orders where id = $1`,
      id,
    );
    if (!order) throw new Error(`There is no order ${id}.`);
    const mails = await rows<{ kind: string }>('select kind from mails where order_id = $1 order by created_at', id);
    const alerts = await rows<{ type: string }>(
      "select type from alerts where details->>'orderId' = $1 order by raised_at",
      id,
    );
    return {
      status: order.status,
      payment: order.payment_status,
      refundedCents: order.refunded_cents,
      captured: order.captured,
      mails: mails.map(({ kind }) => kind),
      alerts: alerts.map(({ type }) => type),
    };
  }

  async function recover(): Promise<void> {
    await fuse.revive();
    notices.leadTo(other.url);
    await freeDeadJobs(db.database, 0);
    await control('/gateway/deliver', {});
    await other.drain();
    db.advance(121_000);
    await other.app.jobHandlers.sweep_payments({});
    await other.app.jobHandlers.sweep_refunds({});
    await other.drain();
    notices.leadTo(mortal.url);
  }

  async function differences(): Promise<string[]> {
    const lines: string[] = [];
    await verifyMoney(db.database, (line) => lines.push(line));
    lines.pop();
    await printReconciliation(other.app.ctx, { fromDay: '2020-01-01', toDay: '2199-12-31' }, (line) =>
      lines.push(line),
    );
    lines.pop();
    return lines;
  }

  return {
    mortal,
    other,
    fuse,
    line,
    otherLine,
    notices,
    control,
    fateOf,
    rows,
    recover,
    differences,
    skewGateway: (byMs) => {
      skewMs = byMs;
    },
    stop: async () => {
      await fuse.revive();
      await mortal.stop();
      await mortal.db.drop();
      await other.stop();
      for (const one of [line, otherLine, notices]) await one.close();
      await sandbox.close();
      gateway.closeAllConnections();
      await new Promise((resolve) => gateway.close(resolve));
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
      await db.drop();
    },
  };
}
