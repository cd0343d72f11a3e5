// Push messages in a real browser: turned on, received, clicked, and turned off with the session. The browser's vendor is
// replaced, because no test reaches its push service: a fake PushManager subscribes at the fake service, and the browser's
// debugger hands the decrypted message to the service worker.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PushPayload } from '../../contract/push-payload.ts';
import { type PushStandIn, startPushStandIn } from '../stand-ins/web-push-stand-in.ts';
import { type Client, clientOf } from '../support/client.ts';
import { expectFitForAll, startJourney } from '../support/journey.ts';

const journey = startJourney(() => ({ RATE_LIMIT_FACTOR: '1000' }));
let admin: Client;
let push: PushStandIn;
let page: Page;
let debuggerSession: CDPSession;
let registrationId = '';

beforeAll(async () => {
  const { store, browser } = journey;
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  admin = clientOf(store.url, token);
  push = await startPushStandIn((await admin.call('GET /api/admin/push-devices', {})).key);
  const visit = await browser.visit({ serviceWorkers: 'allow', viewport: { width: 1280, height: 800 } });
  page = visit.page;
  await page.context().grantPermissions(['notifications'], { origin: store.url });
  await page.addInitScript(fakePushManager, push.subscription);
  debuggerSession = await page.context().newCDPSession(page);
  debuggerSession.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await debuggerSession.send('ServiceWorker.enable');
});
afterAll(async () => {
  await page?.context().close();
  await push?.stop();
});

/** Runs in the page. The subscription lasts as long as the storage of the browser. */
function fakePushManager({ endpoint, p256dh, auth }: PushStandIn['subscription']): void {
  const subscriptionFor = (applicationServerKey: ArrayBuffer) => ({
    options: { applicationServerKey },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem('subscribedWith');
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      localStorage.setItem('subscribedWith', JSON.stringify([...applicationServerKey]));
      return subscriptionFor(applicationServerKey.slice().buffer as ArrayBuffer);
    },
    getSubscription: async () => {
      const key = JSON.parse(localStorage.getItem('subscribedWith') ?? 'null');
      return key && subscriptionFor(new Uint8Array(key).buffer);
    },
  });
}

async function deliver(payload: PushPayload): Promise<void> {
  const origin = journey.store.url;
  await expect.poll(() => registrationId).not.toBe('');
  await debuggerSession.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(payload),
  });
}

const shownTitles = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/admin');
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title);
  });

const testMessages = () => push.sent.filter(({ payload }) => payload.tag === 'test');

const devices = async () => (await admin.call('GET /api/admin/push-devices', {})).devices;

test('an operator turns notifications on in the settings of the device, and a test arrives', async () => {
  const { email, password } = journey.store.adminLogin();
  await page.goto(`${journey.store.url}/admin?tab=settings&page=notifications`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  const device = page.getByRole('region', { name: 'This device' });
  await device.getByText('On', { exact: true }).waitFor();
  await device.getByRole('button', { name: 'Send a test' }).click();
  await device.getByText('The push service answered 201.').waitFor();
  // The device may get other messages, such as a security alert.
  expect(testMessages()).toHaveLength(1);
  expect(await devices()).toMatchObject([{ name: 'Chrome on Linux', state: 'ok' }]);
  await expectFitForAll(page);
});

test('the message of the store is shown, and a click opens its item in the open page without a reload', async () => {
  const [sent] = testMessages();
  if (!sent) throw new Error('No message was sent.');
  await deliver(sent.payload);
  await expect.poll(shownTitles).toEqual([sent.payload.title]);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await deliver({ ...sent.payload, title: 'A job failed', tag: 'dead_job', path: '/admin?item=dead_job&subject=9' });
  await expect.poll(shownTitles).toContain('A job failed');
  const worker = page.context().serviceWorkers()[0];
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications({ tag: 'dead_job' });
    const type = Reflect.get(globalThis, 'NotificationEvent') as new (name: string, init: object) => Event;
    scope.dispatchEvent(new type('notificationclick', { notification }));
  });
  await page.getByText('This item is already handled.').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  expect(await shownTitles()).not.toContain('A job failed');
});

test('without a connection the admin says so, and is back with it', async () => {
  await page.context().setOffline(true);
  await page.goto(`${journey.store.url}/admin`);
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await expectFitForAll(page);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
});

test('logging out ends the messages to this device', async () => {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${journey.store.url}/`);
  expect(await devices()).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribedWith'))).toBeNull();
});
