// Random orders of likes and views for few posts, over two providers and two processes, with refills, moves, replaced links
// and lost answers: no post has two open orders of one kind at its providers, and likes never wait for views. More and others:
// SAME_POST_HISTORIES=100 SAME_POST_SEED=7 npx vitest run server/workflows/same-post-histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Category, categories } from '../../contract/category.ts';
import { normaliseLink } from '../../contract/post-links.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';
import { type Placed, paidOrder } from '../../tests/support/orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

const runs = Number(process.env.SAME_POST_HISTORIES ?? 4);
const seed = Number(process.env.SAME_POST_SEED ?? 1);

const which = fc.nat(7);
const at = fc.constantFrom(0, 1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('buy' as const), category: fc.constantFrom(...categories), post: at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), which, other: which, at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), which, isWhole: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refill' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const), which, post: at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('next' as const), mood: fc.constantFrom<PanelMood>('lose', 'funds') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The same number is another service at the other provider. */
const services: Record<string, Category>[] = [
  { 1: 'Likes', 2: 'Views' },
  { 2: 'Likes', 1: 'Views' },
];
type AtPanel = {
  panel: number;
  id: string;
  action: Category;
  post: string;
  isOpen: boolean;
  status: string;
  remains: string;
};

let panels: CountingPanel[] = [];
let stores: TestStore[] = [];
const atPanels: AtPanel[] = [];
const together: string[] = [];
let nextMood: PanelMood = 'place';

function open(panel: number, id: string, action: Category, post: string): void {
  const before = atPanels.find((each) => each.isOpen && each.action === action && each.post === post && each.id !== id);
  if (before) together.push(`${action} of ${post}: ${id} beside ${before.id}`);
  const known = atPanels.find((each) => each.panel === panel && each.id === id);
  const set = { isOpen: true, status: 'In progress', remains: '400' };
  if (known) Object.assign(known, set);
  else atPanels.push({ panel, id, action, post, ...set });
}

async function startOne(panel: number): Promise<CountingPanel> {
  let taken = panel * 100_000;
  return startPanel({
    firstOrder: panel * 100_000 + 1,
    mood: (form) => {
      const mood = nextMood;
      nextMood = 'place';
      const action = services[panel]?.[form.get('service') ?? ''];
      if (!action) throw new Error('An unknown service.');
      if (mood === 'funds') return mood;
      taken += 1;
      open(panel, String(taken), action, normaliseLink(form.get('link') ?? '').key);
      return mood;
    },
    others: (called, form) => {
      if (called === 'balance') return { balance: '1000.00', currency: 'USD' };
      if (called === 'services')
        return Object.entries(services[panel] ?? {}).map(([service, name]) => ({
          service,
          name,
          category: 'Instagram',
          type: 'Default',
          rate: '0.50',
          min: '10',
          max: '5000000',
          refill: true,
          cancel: true,
        }));
      if (called === 'cancel') return [{ order: form.get('orders'), cancel: 1 }];
      if (called !== 'refill') return { status: 'Completed' };
      const one = atPanels.find((each) => each.panel === panel && each.id === form.get('order'));
      if (one) open(panel, one.id, one.action, one.post);
      return { refill: '7' };
    },
  });
}

beforeAll(async () => {
  panels = [await startOne(0), await startOne(1)];
  for (const [place, panel] of panels.entries()) {
    panel.respond((id) => atPanels.find((each) => each.panel === place && each.id === id) ?? null);
  }
  const first = await startStore(panels[0]?.settings);
  stores = [first, await startStore(panels[0]?.settings, first)];
  const body = { name: 'Second', api_url: panels[1]?.url, api_key: 'key-of-the-second-panel' };
  const added = await first.admin.ask('POST /api/admin/providers', {
    body: { ...body, likes_service_id: '2', views_service_id: '1' },
  });
  expect(added.status).toBe(200);
  const { save } = settingsSteps(() => first);
  await save((input) => {
    input.automatic_dispatch = true;
    input.spending_caps = { ...input.spending_caps, provider: { hour: null, day: null } } as typeof input.spending_caps;
  });
});
afterAll(async () => {
  for (const store of stores.toReversed()) await store.stop();
  for (const panel of panels) await panel.close();
});

const storeAt = (place: number) => stores[place] as TestStore;
const sql = async <T>(text: string, ...values: unknown[]) =>
  (await storeAt(0).db.database.pool.query(text, values)).rows as T[];

/** The due jobs, by both processes at once. */
const work = () => Promise.all(stores.map((store) => store.drain()));

async function follow(): Promise<void> {
  storeAt(0).advance(61_000);
  await storeAt(0).app.jobHandlers.follow_deliveries({});
  await storeAt(1).app.jobHandlers.sweep_waiting({});
}

/** A refusal for the same post needs an open send of the same kind. */
async function assertWaitsForSame(order: Placed, link: string): Promise<void> {
  const { length } = await sql(
    `select from dispatches d join orders o on o.id = d.order_id where o.category = $1 and d.link_key = $2
      and d.order_id <> $3 and (d.state in ('sending', 'unknown') or (d.state = 'sent' and d.following))`,
    order.category,
    normaliseLink(link).key,
    order.id,
  );
  // The other one may have failed in between.
  if (length === 0) expect((await send(order, link, 0)).body).not.toMatchObject({ code: 'same_link_active' });
}

const send = ({ id, category, quantity }: Placed, postLink: string, place: number) =>
  storeAt(place).admin.ask('POST /api/admin/orders/{id}/send-post', {
    params: { id },
    body: { postLink, category, quantity },
  });

async function run(steps: readonly Step[], name: string): Promise<void> {
  const posts = [0, 1].map((post) => `https://www.instagram.com/p/${name}x${post}/`);
  const placed: Placed[] = [];
  const linkOf = new Map<string, string>();
  for (const one of steps) {
    const order = 'which' in one ? placed[one.which % placed.length] : undefined;
    const link = order ? (linkOf.get(order.id) ?? '') : '';
    if (order) await storeAt(0).admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    const [sent] = order
      ? await sql<{ id: string | null }>('select provider_order_id as id from dispatches where order_id = $1', order.id)
      : [];
    const params = { id: order?.id ?? '' };
    const body = { postLink: link, apiOrderId: sent?.id ?? '' };
    if (one.do === 'buy') {
      const bought = await paidOrder(storeAt(0), { category: one.category, post_links: [posts[one.post] ?? ''] });
      placed.push(bought);
      linkOf.set(bought.id, bought.postLinks[0] ?? '');
    } else if (one.do === 'work') await work();
    else if (one.do === 'next') nextMood = one.mood;
    else if (one.do === 'turn') {
      // The other provider comes first.
      await sql("update providers set priority = case priority when 50 then 200 else 50 end where id = 'p2'");
    } else if (one.do === 'send' && order) {
      const other = placed[one.other % placed.length] as Placed;
      const both = [
        [order, link],
        [other, linkOf.get(other.id) ?? ''],
      ] as const;
      const ends = await Promise.all(both.map(([each, its], place) => send(each, its, (one.at + place) % 2)));
      for (const [place, [each, its]] of both.entries()) {
        const end = ends[place];
        if (end?.status === 409 && end.body.code === 'same_link_active') await assertWaitsForSame(each, its);
      }
    } else if (one.do === 'end') {
      const running = atPanels.filter(({ isOpen }) => isOpen);
      const found = running[one.which % running.length];
      const end = one.isWhole ? { status: 'Completed', remains: '0' } : { status: 'Canceled', remains: '300' };
      if (found) Object.assign(found, { isOpen: false, ...end });
      await follow();
    } else if (one.do === 'refill' && sent?.id) {
      await storeAt(1).admin.ask('POST /api/admin/orders/{id}/refill-post', { params, body });
    } else if (one.do === 'move' && sent?.id) {
      await storeAt(0).admin.ask('POST /api/admin/orders/{id}/move-post', { params, body });
    } else if (one.do === 'replace' && order) {
      const newLink = `${posts[one.post]}?again=${placed.length}`;
      const replaced = await storeAt(0).admin.ask('POST /api/admin/orders/{id}/replace-link', {
        params,
        body: { postLink: link, newLink },
      });
      if (replaced.status === 200) linkOf.set(order.id, newLink);
    }
    expect(together).toEqual([]);
  }
}

/** Everything ends at the panels, until nothing waits. */
async function finish(): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    for (const one of atPanels) Object.assign(one, { isOpen: false, status: 'Completed', remains: '0' });
    for (const { order_id, post_link } of await sql<{ order_id: string; post_link: string }>(
      "select order_id, post_link from dispatches where state = 'unknown'",
    )) {
      const { key } = normaliseLink(post_link);
      const lost = atPanels.findLast(({ post }) => post === key);
      if (lost) lost.status = 'Completed';
      await storeAt(0).admin.ask('POST /api/admin/orders/{id}/settle-post', {
        params: { id: order_id },
        body: { postLink: post_link, outcome: 'not_placed' },
      });
    }
    await follow();
    await work();
  }
}

test(
  `D-20: in ${runs} random histories no post has two open orders of one kind, and likes and views run together`,
  async () => {
    const histories = fc.sample(fc.array(step, { minLength: 15, maxLength: 30 }), { numRuns: runs, seed });
    for (const [number, history] of histories.entries()) {
      await run(history, `H${process.pid}n${number}`);
      await finish();
      expect(together).toEqual([]);
      expect(await sql("select order_id, state, error from dispatches where state in ('waiting', 'sending')")).toEqual(
        [],
      );
    }
    const kinds = await sql<{ action: string }>('select distinct action from dispatches order by 1');
    expect(kinds.map(({ action }) => action)).toEqual(['likes', 'views']);
  },
  60_000 + runs * 30_000,
);
