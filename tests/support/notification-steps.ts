// A store with a fake notification channel: what each address received, and what it answers.
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import { createQueue } from '../../server/jobs/queue.ts';
import { createNotifications } from '../../server/modules/notifications/notify.ts';
import { silentLog } from '../../server/observability/log.ts';
import { randomIds } from '../../server/platform/ids.ts';
import type { NotificationMessage, NotificationResult } from '../../server/ports/notification-channel.ts';
import type { NotificationEvent } from '../../server/ports/notifications.ts';
import { owner, startStore, type TestStore } from './store.ts';

type Preferences = {
  kinds?: NotificationEvent['kind'][] | null;
  leastSeverity?: 'info' | 'warning' | 'critical';
  quietFrom?: number | null;
  quietUntil?: number | null;
  language?: 'en' | 'pt';
};
type Answer = (message: NotificationMessage) => NotificationResult | Promise<NotificationResult>;

export const minuteMs = 60_000;
/** The other side's answer. */
export const answered = (words: string): StoreMessage => storeMessage('peer_words', { words });
const ok: Answer = () => ({ outcome: 'ok', answer: answered('Accepted.') });

export type NotifiedStore = Awaited<ReturnType<typeof startNotifiedStore>>;

/** `beside`: another process of the same store. */
export async function startNotifiedStore(env: Record<string, string> = {}, beside: TestStore | null = null) {
  const received: { address: string; message: NotificationMessage }[] = [];
  const answers = new Map<string, Answer>();
  const store = await startStore(env, beside, silentLog, null, {}, ({ config }) => ({
    send: async (message) => {
      const address = 'address' in config ? config.address : '';
      received.push({ address, message });
      return (answers.get(address) ?? ok)(message);
    },
  }));
  const { database } = store.db;
  const notifications = createNotifications({ database, jobs: createQueue(), ids: randomIds });
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows;
  const handlers = store.app.jobHandlers;

  async function addChannel(address: string, preferences: Preferences = {}) {
    // A sign-in of its own, because the clock moves: an earlier proof has expired.
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    return store.as(token).call('POST /api/admin/notification-channels', {
      body: {
        name: address,
        kinds: null,
        leastSeverity: 'info',
        quietFrom: null,
        quietUntil: null,
        language: 'en',
        to: { kind: 'email', config: { address } },
        ...preferences,
      },
    });
  }

  return {
    store,
    received,
    answers,
    notifications,
    rows,
    addChannel,
    notify: (event: NotificationEvent) => notifications.notify(database.db, event),
    resolve: (kind: NotificationEvent['kind'], problem: string) => notifications.resolve(database.db, kind, problem),
    /** Plans and sends what is due, as the jobs do. */
    async run(): Promise<void> {
      await handlers.plan_notifications({});
      const channels = await rows('select id from notification_channels');
      await Promise.all(channels.map(({ id }) => handlers.send_notifications({ channelId: id })));
    },
    titlesAt: (address: string) => received.flatMap((one) => (one.address === address ? [one.message.title] : [])),
    async clear(): Promise<void> {
      received.length = 0;
      answers.clear();
      await rows('delete from notification_channels');
      await rows('delete from notification_events');
      await rows('delete from notification_problems');
      await rows("delete from graphile_worker._private_jobs where key like 'notif%' or key = 'watch_problems'");
    },
  };
}
