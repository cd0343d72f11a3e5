// A process killed before every step of a move: nothing is sent before the first provider confirmed the end, no rest is
// sent twice, and none is lost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DispatchSetup, startDispatchSetup } from '../../tests/support/dispatch-setup.ts';
import { type CountingPanel, doubled, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';

let setup: DispatchSetup;
let second: CountingPanel;
let mood: PanelMood = 'place';
let now: object;
beforeAll(async () => {
  setup = await startDispatchSetup();
  second = await startPanel({ mood: () => (setup.fuse.step('add at the second') ? mood : 'gone'), firstOrder: 100 });
  setup.panel.respond(() => now);
  await setup.other.admin.call('POST /api/admin/providers', {
    body: {
      name: 'Second',
      api_url: second.url,
      api_key: 'key-of-the-second-panel',
      likes_service_id: '11',
      views_service_id: '12',
      save_anyway: true,
    },
  });
  setup.mortal.advance(2_000);
});
afterAll(async () => {
  await setup.stop();
  await second.close();
});

const sql = async (text: string, ...values: unknown[]) => (await setup.other.db.database.pool.query(text, values)).rows;

test.each<[string, PanelMood]>([
  ['takes the rest', 'place'],
  ['loses its answer', 'lose'],
])('where the next provider %s', { timeout: 240_000 }, async (_, met) => {
  mood = met;
  const diedBefore: string[] = [];
  for (let step = 1; ; step += 1) {
    const [id = ''] = await setup.paidOrders(1, 1);
    now = { status: 'In progress', remains: '700' };
    await setup.other.app.jobHandlers.dispatch_order({ orderId: id });
    // The provider has accepted the cancellation.
    await sql(
      `insert into delivery_requests (id, order_id, position, kind, state, moves_rest, requested_by, requested_at)
       values (gen_random_uuid(), $1, 0, 'cancel', 'accepted', true, 'system', now())`,
      id,
    );
    now = { status: 'Canceled', remains: '600' };
    setup.mortal.advance(60_000);
    setup.fuse.arm(step);
    const rest = { orderId: id, position: 0 };
    await setup.mortal.app.jobHandlers.follow_deliveries({}).catch(() => {});
    await setup.mortal.app.jobHandlers.send_rest(rest).catch(() => {});
    const killed = setup.fuse.blownBefore();
    diedBefore.push(killed);
    await setup.fuse.revive();
    // The queue runs what was not done again, on another process. The rows of the dead one are locked for a moment.
    let queued: unknown[] = [];
    for (let rounds = 0; queued.length === 0 && rounds < 10; rounds += 1) {
      setup.other.advance(121_000);
      await setup.other.app.jobHandlers.follow_deliveries({});
      queued = await sql("select 1 from graphile_worker.jobs where key = 'rest ' || $1 || ' 0'", id);
    }
    await setup.other.app.jobHandlers.send_rest(rest);
    setup.other.advance(121_000);
    await setup.other.app.jobHandlers.expire_claims({});
    const link = `https://www.instagram.com/p/${id}1/`;
    const own = (panel: CountingPanel) => panel.adds.filter((add) => add.link === link);
    const [left] = await setup.links([id]);
    expect({ killed, first: own(setup.panel).length, doubled: doubled(own(second)), queued: queued.length }).toEqual({
      killed,
      first: 1,
      doubled: [],
      queued: 1,
    });
    expect(['sent', 'unknown']).toContain(left?.state);
    expect(own(second).every(({ quantity }) => quantity === 600)).toBe(true);
    if (left?.state === 'sent') expect(left.providerOrderId).toMatch(/^p2:/);
    if (killed === '') break;
  }
  expect(diedBefore.length).toBeGreaterThan(15);
});
