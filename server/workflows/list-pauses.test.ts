// D-81: the list of pauses with time and admin, and the single report of a long pause.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs, type NotifiedStore, startNotifiedStore } from '../../tests/support/notification-steps.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { owner } from '../../tests/support/store.ts';

let notified: NotifiedStore;
beforeAll(async () => {
  notified = await startNotifiedStore();
});
afterAll(() => notified.store.stop());
afterEach(() => notified.clear());

const { save } = settingsSteps(() => notified.store);
const signedIn = async () => {
  const { token } = await notified.store.visitor.call('POST /api/admin/login', { body: owner });
  return notified.store.as(token);
};
const list = async () => (await signedIn()).call('GET /api/admin/pauses', {});
const pauseCheckout = async (paused: boolean) =>
  (await signedIn()).call('PUT /api/admin/checkout-pause', { body: { paused } });
const pauseViews = async (paused: boolean) =>
  (await signedIn()).call('PUT /api/admin/selling-pause', { body: { category: 'Views', paused } });
const switchProvider = async (enabled: boolean, name = 'Panel A') =>
  (await signedIn()).call('PUT /api/admin/providers/{id}', { params: { id: 'default' }, body: { enabled, name } });
const isCloseTo = (at: number) => ({
  asymmetricMatch: (sent: string) => Math.abs(new Date(sent).getTime() - at) < 30_000,
});
const nowMs = async () => new Date((await notified.rows('select now() as now'))[0].now).getTime();

test('each pause is listed with its time and its admin, oldest first, and has a call that ends it', async () => {
  expect(await list()).toEqual([]);
  await pauseCheckout(true);
  // Later saves do not change the time of the pause.
  await save((input) => {
    input.name = 'Renamed';
  });
  await pauseViews(true);
  await switchProvider(false);
  await switchProvider(false, 'Panel B');
  const pauses = await list();
  const at = isCloseTo(await nowMs());
  expect(pauses).toEqual([
    { kind: 'checkout', subject: null, name: null, since: at, by: owner.email },
    { kind: 'category', subject: 'Views', name: 'Views', since: at, by: owner.email },
    { kind: 'provider', subject: 'default', name: 'Panel B', since: at, by: owner.email },
  ]);
  await switchProvider(true, 'Panel B');
  await pauseViews(false);
  await pauseCheckout(false);
  await pauseCheckout(false);
  expect(await list()).toEqual([]);
});

test('lists a category that is paused in the settings, and the stop of sending by a reached cap of providers', async () => {
  const sell = (paused: boolean) =>
    save((input) => {
      if (input.selling) input.selling.Likes.paused = paused;
    });
  await sell(true);
  await notified.rows("update spending_windows set reached_at = now() where kind = 'provider'");
  expect(await list()).toMatchObject([
    { kind: 'category', subject: 'Likes', by: owner.email },
    { kind: 'sending', subject: null, by: null },
  ]);
  await sell(false);
  await (await signedIn()).call('POST /api/admin/spending/{kind}/lift', { params: { kind: 'provider' } });
  expect(await list()).toEqual([]);
});

test('D-103: an offer that is off is a pause of its category, which the same call ends', async () => {
  const turnOff = () =>
    save((input) => {
      input.offers = [{ id: 'instagram-views', on: false }];
    });
  expect((await turnOff()).status).toBe(200);
  const at = isCloseTo(await nowMs());
  expect(await list()).toEqual([{ kind: 'category', subject: 'Views', name: 'Views', since: at, by: owner.email }]);
  expect(await notified.store.visitor.call('GET /statusz', {})).toMatchObject({
    selling: { Likes: 'selling', Views: 'paused' },
  });
  await pauseViews(false);
  expect(await list()).toEqual([]);
  const settings = (await (await signedIn()).call('GET /api/admin/store-settings', {})).settings;
  expect(settings.offers.map(({ on }) => on)).toEqual([true, true]);
});

test('a pause of an hour is reported once, by each run of the job and after a restart; the next pause again', async () => {
  const to = 'a@shop.example';
  await notified.addChannel(to);
  const watch = async (of: NotifiedStore = notified) => {
    await of.store.app.jobHandlers.watch_problems({});
    await notified.run();
  };
  const reports = () => notified.received.filter(({ message }) => message.title.includes('after an hour'));
  await watch();
  await pauseCheckout(true);
  notified.store.advance(59 * minuteMs);
  await watch();
  expect(reports()).toEqual([]);
  notified.store.advance(2 * minuteMs);
  await Promise.all([watch(), watch()]);
  await watch();
  expect(reports().map(({ message }) => [message.title, message.body])).toEqual([
    ['Still paused after an hour', 'Checkout\nReopen it in the red bar of the admin.'],
  ]);
  notified.store.advance(9 * 60 * minuteMs);
  await watch();
  expect(reports()).toHaveLength(1);
  await pauseCheckout(false);
  await watch();
  await pauseCheckout(true);
  notified.store.advance(61 * minuteMs);
  await watch();
  // The "Resolved: ..." message of the first pause comes between them.
  expect(reports().filter(({ message }) => !message.title.startsWith('Resolved'))).toHaveLength(2);
  await pauseCheckout(false);
});
