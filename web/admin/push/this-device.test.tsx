// The section about this browser, in the states that browsers can be in.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '../../api.ts';
import { button, click, type FakeStore, hasButton, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { showSetupTexts } from '../texts/shown-texts.ts';
import { keepSubscription } from './device.ts';
import { ThisDevice } from './this-device.tsx';

const list = 'GET /api/admin/push-devices';
const add = 'POST /api/admin/push-devices';
const renewal = 'POST /api/push-devices/renewal';
const device = { id: 'd1', name: 'Chrome on Linux', state: 'ok' };
const keyOf = (letter: string) => `B${letter.repeat(85)}A`;
let store: FakeStore;
let permission: NotificationPermission;
let answer: NotificationPermission;
let subscribedWith: string | null;
let endpoint: string;

beforeEach(async () => {
  store = signIn();
  await showSetupTexts();
  store.on(list, { body: { key: keyOf('A'), devices: [] } });
  store.on(add, { body: device });
  [permission, answer, subscribedWith, endpoint] = ['default', 'granted', null, 'https://push.example/1'];
});

function stub(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(target, name));
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const subscription = () => ({
  options: { applicationServerKey: new Uint8Array(Buffer.from(subscribedWith ?? '', 'base64url')).buffer },
  toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }),
  unsubscribe: async () => {
    subscribedWith = null;
    endpoint = 'https://push.example/2';
    return true;
  },
});

function pushBrowser(): void {
  const pushManager = {
    getSubscription: async () => subscribedWith && subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      subscribedWith = base64url(applicationServerKey);
      return subscription();
    },
  };
  const registration = { pushManager };
  stub(navigator, 'serviceWorker', {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return answer;
    },
  });
}

describe('notifications on this device', () => {
  it('ask for the permission at a click only, then subscribe, and are turned off again', async () => {
    pushBrowser();
    await openSection(<ThisDevice />);
    expect([permission, subscribedWith]).toEqual(['default', null]);
    store.on(list, { body: { key: keyOf('A'), devices: [device] } });
    await click(button('Turn on notifications'));
    expect(store.calls(add)[0]?.body).toMatchObject({
      subscription: { endpoint: 'https://push.example/1', p256dh: 'P', auth: 'A' },
      language: 'en',
    });
    expect(subscribedWith).toBe(keyOf('A'));
    expect(text()).toContain('Chrome on LinuxOn');
    store.on('POST /api/admin/push-devices/d1/test', {
      body: { arrived: true, answer: 'The push service answered 201.' },
    });
    await click(button('Send a test'));
    expect(text()).toContain('Sent. The push service answered 201.');
    store.on(list, { body: { key: keyOf('A'), devices: [] } });
    await click(button('Turn off'));
    expect(store.calls('DELETE /api/admin/push-devices/d1')).toHaveLength(1);
    expect(subscribedWith).toBeNull();
    expect(hasButton('Turn on notifications')).toBe(true);
  });

  it('that were not allowed say what to do, and add nothing', async () => {
    pushBrowser();
    answer = 'denied';
    await openSection(<ThisDevice />);
    await click(button('Turn on notifications'));
    expect(store.calls(add)).toEqual([]);
    expect(text()).toContain('Notifications of this site are blocked.');
  });

  it('on an iPhone need the admin on the Home Screen first', async () => {
    stub(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1');
    await openSection(<ThisDevice />);
    expect(text()).toContain('Choose "Add to Home Screen"');
    expect(hasButton('Turn on notifications')).toBe(false);
  });

  it('in another browser without push say so', async () => {
    await openSection(<ThisDevice />);
    expect(text()).toContain('This browser cannot show notifications of a site.');
  });
});

describe('the subscription of a device that is on', () => {
  const api = () => createApi({ token: () => 'token' });
  beforeEach(() => {
    pushBrowser();
    permission = 'granted';
    subscribedWith = keyOf('A');
    localStorage.setItem('adminPushDevice', JSON.stringify({ id: 'd1', endpoint, auth: 'A' }));
  });

  it('is left alone while it fits', async () => {
    store.on(list, { body: { key: keyOf('A'), devices: [device] } });
    await keepSubscription(api());
    expect(store.calls(renewal)).toEqual([]);
  });

  it('is renewed for another key of the store, proved by the former one', async () => {
    store.on(list, { body: { key: keyOf('B'), devices: [device] } });
    store.on(renewal, ({ body }) =>
      (body as { former: { endpoint: string } }).former.endpoint === 'https://push.example/1'
        ? { body: { success: true } }
        : { status: 404, body: {} },
    );
    await keepSubscription(api());
    expect(subscribedWith).toBe(keyOf('B'));
    expect(store.calls(renewal).at(-1)?.body).toEqual({
      former: { endpoint: 'https://push.example/1', auth: 'A' },
      subscription: { endpoint: 'https://push.example/2', p256dh: 'P', auth: 'A' },
    });
    expect(JSON.parse(localStorage.getItem('adminPushDevice') ?? '')).toMatchObject({ id: 'd1', endpoint });
  });

  it('is forgotten once the store has removed the device', async () => {
    await keepSubscription(api());
    expect(localStorage.getItem('adminPushDevice')).toBeNull();
  });
});
