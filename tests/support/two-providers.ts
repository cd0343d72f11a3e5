// A store with two providers, the API tab's and one beside it, that place, refuse and break as a test wants. Started later.
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import type { ProviderFactory } from '../../server/modules/providers/provider.ts';
import { silentLog } from '../../server/observability/log.ts';
import { deliverySteps } from './delivery-steps.ts';
import { type CountingPanel, type PanelMood, startPanel } from './fake-provider.ts';
import type { Placed } from './orders.ts';
import { signInAgain, startStore, type TestStore } from './store.ts';

type Listed = AnswerFor<'GET /api/admin/providers'>[number];
export type ProviderFields = CallFor<'POST /api/admin/providers'>['body'];

const services = { likes_service_id: '11', views_service_id: '12' };
const added = { name: 'Second', api_key: 'key-of-the-second-panel', ...services };

/** `kinds`: provider kinds that only this store has. */
export function twoProviders(kinds: Record<string, ProviderFactory> = {}) {
  const two = {} as { store: TestStore; first: CountingPanel; second: CountingPanel };
  /** How each of them takes orders. */
  const moods: [PanelMood, PanelMood] = ['place', 'place'];
  /** What the second one answers beside orders (and the first one to a cancellation); a balance that is no number is an error. `error` refuses every call. */
  const answers = { ...goodAnswers(), error: '', isDown: false };
  /** What the second one was asked beside orders, and about which. */
  const received: [string, string][] = [];

  const add = (fields: ProviderFields) =>
    two.store.admin.ask('POST /api/admin/providers', { body: { ...added, api_url: two.second.url, ...fields } });
  const change = (id: string, body: ProviderFields) =>
    two.store.admin.ask('PUT /api/admin/providers/{id}', { params: { id }, body });
  const list = () => two.store.admin.call('GET /api/admin/providers', {});

  const { follow, send } = deliverySteps(() => two.store);

  async function start(): Promise<void> {
    // Both count from the same number: their orders must not be taken for one another.
    two.first = await startPanel({ mood: () => moods[0], firstOrder: 100, others: answerFirst });
    two.second = await startPanel({ mood: () => moods[1], firstOrder: 100, others: answer });
    two.store = await startStore(two.first.settings, null, silentLog, null, kinds);
    const { body } = await add({});
    if (body.id !== 'p2') throw new Error(`The second provider is not there: ${JSON.stringify(body)}`);
  }

  function answerFirst(action: string, form: URLSearchParams): unknown {
    if (action === 'refill') return { refill: '7' };
    if (action !== 'cancel') return { balance: '1000.00', currency: 'USD' };
    received.push(['cancel at the first', form.get('orders') ?? '']);
    return answers.cancel(form.get('orders') ?? '');
  }

  function answer(action: string, form: URLSearchParams): unknown {
    received.push([action, form.get('order') ?? form.get('orders') ?? form.get('refill') ?? '']);
    if (answers.isDown) return null;
    if (answers.error) return { error: answers.error };
    if (action === 'services') return answers.offers;
    if (action === 'refill') return { refill: '7' };
    if (action === 'refill_status') return { status: 'Completed' };
    if (action === 'cancel') return [{ order: form.get('orders'), cancel: 1 }];
    return { balance: answers.balance, currency: answers.currency };
  }

  async function reset(): Promise<void> {
    [moods[0], moods[1]] = ['place', 'place'];
    Object.assign(answers, goodAnswers(), { error: '', isDown: false });
    for (const kept of [received, two.first.adds, two.second.adds]) kept.length = 0;
    await signInAgain(two.store);
    await change('default', { priority: 100, enabled: true, save_anyway: true });
    await change('p2', { priority: 200, enabled: true, ...services, low_balance: null, save_anyway: true });
    received.length = 0;
  }

  async function stop(): Promise<void> {
    await two.store.stop();
    await two.first.close();
    await two.second.close();
  }

  return {
    two,
    moods,
    answers,
    received,
    start,
    reset,
    stop,
    add,
    change,
    list,
    entry: async (id = 'p2') => (await list()).find((each) => each.id === id) as Listed,
    look: (id = 'p2') => two.store.admin.ask('POST /api/admin/providers/{id}/look', { params: { id } }),
    send,
    follow,
    link: async ({ id }: Placed) =>
      (await two.store.admin.call('GET /api/orders/{id}/api-orders', { params: { id } }))[0],
    sql: (text: string, ...values: unknown[]) => two.store.db.database.pool.query(text, values),
  };
}

const goodAnswers = () => ({
  balance: '50.00',
  currency: 'USD',
  offers: [offer(11, 0.5), offer(12, 0.1)] as object[],
  /** Of the first one, to a cancellation; null is an error page. */
  cancel: (order: string): unknown => [{ order, cancel: 1 }],
});

/** A service as the second provider's catalogue has it. */
export function offer(service: number, rate: number, change = {}) {
  return {
    service,
    name: `Service ${service}`,
    category: 'Instagram',
    rate: rate.toFixed(2),
    min: '10',
    max: '5000000',
    refill: true,
    cancel: true,
    ...change,
  };
}
