// What tests of visits do and look at, in a store that is started later.
import { owner, startStore, type TestStore } from './store.ts';

export const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/1 Safari/604.1';
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const tables = [
  ...['visits', 'visit_people', 'visit_exclusions'],
  ...['visit_hours', 'visit_places', 'visit_machines', 'visit_names'],
];

type From = { ip?: string; agent?: string; at?: TestStore; headers?: Record<string, string> };

/** At noon, so that no test crosses midnight unless it means to. */
export async function startStoreAtNoon(env: Record<string, string> = {}): Promise<TestStore> {
  const store = await startStore({ TRUST_PROXY: '1', ...env });
  const now = Date.now();
  store.advance(now - (now % dayMs) + 1.5 * dayMs - now);
  return store;
}

export function visitSteps(storeOf: () => TestStore) {
  const sql = async (text: string) => (await storeOf().db.database.pool.query(text)).rows;
  return {
    sql,
    clear: () => sql(`truncate ${tables.join()}`),
    record: (change: object, { ip = '8.8.8.8', agent = chrome, at = storeOf(), headers = {} }: From = {}) =>
      at.visitor.ask(
        'POST /api/admin/visitor-analytics',
        { body: { page_url: '/', session_duration: 0, ...change } as { page_url: string } },
        { 'x-forwarded-for': ip, 'user-agent': agent, ...headers },
      ),
    /** The earlier session has expired if the clocks were advanced. */
    dashboard: async (period: 'day' | 'week' | 'month' = 'day', at = storeOf()) => {
      const { token } = await at.visitor.call('POST /api/admin/login', { body: owner });
      return at.as(token).call('GET /api/admin/visitor-dashboard/{period}', { params: { period } });
    },
  };
}
