// Two processes of one store on one database that send to a counting provider: the first may die at any step.
import { randomIds } from '../../server/platform/ids.ts';
import { type CrashInjector, createCrashInjector, mortalDatabase } from './crash-injector.ts';
import { freshDatabase } from './database.ts';
import { type CountingPanel, type PanelMood, startPanel } from './fake-provider.ts';
import { startStore, type TestStore } from './store.ts';

export type LinkFate = { orderId: string; position: number; state: string; providerOrderId: string | null };

export type DispatchSetup = {
  mortal: TestStore;
  other: TestStore;
  fuse: CrashInjector;
  panel: CountingPanel;
  /** How the provider meets the next calls of `add`. */
  meet(mood: (link: string) => PanelMood): void;
  /** Paid, with so many posts of its own; no job was made for it. */
  paidOrders(count: number, links: number): Promise<string[]>;
  links(orderIds: readonly string[]): Promise<LinkFate[]>;
  /** Which links wait for a person, by what stands in the queue and by what was told. */
  inQueue(orderIds: readonly string[]): Promise<{ unknown: number; notified: number }>;
  /** What comes after a death: claims expire, and queued links are retried, until nothing changes. */
  recover(orderIds: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

export async function startDispatchSetup(): Promise<DispatchSetup> {
  const db = await freshDatabase();
  const fuse = createCrashInjector();
  let mood: (link: string) => PanelMood = () => 'place';
  const panel = await startPanel({
    // The call itself is a step, too: the process may die before it leaves.
    mood: (form) => (fuse.step(`add ${form.get('link')}`) ? mood(form.get('link') ?? '') : 'gone'),
  });
  const other = await startStore(panel.settings, { db });
  // A dead process has all the time in the world.
  const mortal = await startStore(panel.settings, { db: mortalDatabase(db, fuse), wait: async () => {} });
  const rows = async <T>(sql: string, ...values: unknown[]) => (await db.database.pool.query(sql, values)).rows as T[];
  await rows(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select version + 1, jsonb_set(settings, '{automatic_dispatch}', 'true'), changes, changed_by, changed_at
     from store_settings_versions order by version desc limit 1`,
  );

  async function paidOrders(count: number, links: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomIds.orderId());
    await rows(
      `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
         status, payment_status, paid_at, created_at, updated_at)
       select id, 'buyer@example.com', 'customer', 'Likes', 1000, 600, 'USD',
         (select array_agg('https://www.instagram.com/p/' || id || n || '/' order by n) from generate_series(1, $2::int) n),
         'paid', 'paid', now(), now(), now()
       from unnest($1::text[]) id`,
      ids,
      links,
    );
    return ids;
  }

  const links = (orderIds: readonly string[]) =>
    rows<LinkFate>(
      `select order_id as "orderId", position, state, provider_order_id as "providerOrderId" from dispatches
       where order_id = any($1) order by order_id, position`,
      orderIds,
    );

  async function inQueue(orderIds: readonly string[]) {
    const [found] = await rows<{ unknown: number; notified: number }>(
      `select (select count(*)::int from dispatches where order_id = any($1) and state = 'unknown') as unknown,
         (select count(distinct once_key)::int from alerts where type = 'dispatch_unknown'
           and details->>'orderId' = any($1)) as notified`,
      orderIds,
    );
    return found ?? { unknown: 0, notified: 0 };
  }

  async function recover(orderIds: readonly string[]): Promise<void> {
    await fuse.revive();
    for (let rounds = 0; rounds < 40; rounds += 1) {
      for (const orderId of orderIds) await other.app.jobHandlers.dispatch_order({ orderId });
      other.advance(121_000);
      await other.app.jobHandlers.expire_claims({});
      const found = await links(orderIds);
      if (!found.some(({ state }) => state === 'sending' || state === 'waiting')) return;
    }
  }

  return {
    mortal,
    other,
    fuse,
    panel,
    paidOrders,
    links,
    inQueue,
    recover,
    meet: (next) => {
      mood = next;
    },
    stop: async () => {
      await fuse.revive();
      await mortal.stop();
      await mortal.db.drop();
      await other.stop();
      await db.drop();
      await panel.close();
    },
  };
}
