// The service worker, with a browser that only records.
import { describe, expect, it } from 'vitest';
import type { PushPayload } from '../../../contract/push-payload.ts';
import { startWorker } from './worker.ts';
import type { WindowClient, WorkerScope } from './worker-scope.ts';

const payload: PushPayload = {
  title: '3 links to send',
  body: 'The oldest waits for 2 h.',
  tag: 'links_to_send',
  path: '/admin?item=links_to_send',
  buttons: [{ title: 'Review and send', path: '/admin?item=links_to_send&act=send' }],
  isCritical: false,
  badge: 3,
  sentAt: 1_772_366_400_000,
};

function fakeBrowser({ windows = [], language = 'en-US' }: { windows?: WindowClient[]; language?: string } = {}) {
  const done: unknown[] = [];
  const listeners = new Map<string, (event: never) => void>();
  const note =
    (name: string, result?: unknown) =>
    async (...given: unknown[]) => {
      done.push([name, ...given]);
      return result;
    };
  const renewed = { toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'P2', auth: 'A2' } }) };
  startWorker({
    registration: {
      showNotification: note('show'),
      pushManager: { subscribe: note('subscribe', renewed) },
      navigationPreload: { enable: note('preload') },
    },
    navigator: { language, setAppBadge: note('badge') },
    clients: { matchAll: async () => windows, openWindow: note('open'), claim: note('claim') },
    fetch: async (request: unknown, options?: RequestInit) => {
      if (typeof request !== 'string') throw new TypeError('Failed to fetch');
      await note('fetch')(request, JSON.parse(String(options?.body)));
      return new Response();
    },
    skipWaiting: note('skipWaiting'),
    addEventListener: (name: string, listener: (event: never) => void) => listeners.set(name, listener),
  } as unknown as WorkerScope);

  async function happens(name: string, event: object): Promise<unknown> {
    let work: Promise<unknown> = Promise.resolve();
    const keep = (promise: Promise<unknown>) => {
      work = promise;
    };
    listeners.get(name)?.({ waitUntil: keep, respondWith: keep, ...event } as never);
    return work;
  }
  return { done, happens };
}

function openPage(path: string, visibilityState: string, done: unknown[]): WindowClient {
  const note = (name: string) => (given?: unknown) => void done.push([path, name, given]);
  const focus = async () => note('focus')();
  return { url: `https://shop.example${path}`, visibilityState, focus, postMessage: note('message') };
}

describe('a push message', () => {
  it('is shown with its tag, its item and its button, and counts on the icon of the app', async () => {
    const { done, happens } = fakeBrowser();
    await happens('push', { data: { json: () => payload } });
    const shown = {
      body: payload.body,
      tag: payload.tag,
      icon: '/icon-192.png',
      data: { paths: [payload.path, '/admin?item=links_to_send&act=send'] },
      requireInteraction: false,
      renotify: true,
      timestamp: payload.sentAt,
      actions: [{ action: '1', title: 'Review and send' }],
    };
    expect(done).toEqual([
      ['show', payload.title, shown],
      ['badge', 3],
    ]);
  });

  it('stays until it is handled when it is critical; an unknown count leaves the icon as it is', async () => {
    const { done, happens } = fakeBrowser();
    await happens('push', { data: { json: () => ({ ...payload, isCritical: true, badge: null, buttons: [] }) } });
    expect(done).toEqual([['show', payload.title, expect.objectContaining({ requireInteraction: true, actions: [] })]]);
  });

  it.each([
    ['en-US', 'Something needs your attention'],
    ['pt-BR', 'Há algo que precisa de você'],
  ])('that cannot be read shows a sentence in %s', async (language, title) => {
    const { done, happens } = fakeBrowser({ language });
    const json = () => JSON.parse('no JSON');
    await happens('push', { data: { json } });
    expect(done).toEqual([['show', title, expect.objectContaining({ data: { paths: ['/admin'] } })]]);
  });
});

describe('a click on a notification', () => {
  const click = (path: unknown, action = '') => ({
    action,
    notification: { data: { paths: [path, '/admin?act=send'] }, close: () => undefined },
  });

  it('opens the item, or the path of its button, in a new window', async () => {
    const { done, happens } = fakeBrowser();
    await happens('notificationclick', click('/admin?item=dead_job#x'));
    await happens('notificationclick', click('/admin?item=dead_job#x', '1'));
    expect(done).toEqual([
      ['open', '/admin?item=dead_job#x'],
      ['open', '/admin?act=send'],
    ]);
  });

  it('asks the visible page of the admin to open it, and reloads none', async () => {
    const done: unknown[] = [];
    const windows = [
      openPage('/client', 'visible', done),
      openPage('/admin/inbox', 'hidden', done),
      openPage('/admin', 'visible', done),
    ];
    await fakeBrowser({ windows }).happens('notificationclick', click('/admin/orders/ABC'));
    expect(done).toEqual([
      ['/admin', 'focus', undefined],
      ['/admin', 'message', { type: 'open', path: '/admin/orders/ABC' }],
    ]);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/client', undefined])(
    'never leaves the admin: %s',
    async (path) => {
      const { done, happens } = fakeBrowser();
      await happens('notificationclick', click(path));
      expect(done).toEqual([['open', '/admin']]);
    },
  );
});

it('a subscription that the browser ended is renewed with the same key, and proved by the former one', async () => {
  const { done, happens } = fakeBrowser();
  const applicationServerKey = new ArrayBuffer(65);
  const toJSON = () => ({ endpoint: 'https://push.example/old', keys: { p256dh: 'P1', auth: 'A1' } });
  await happens('pushsubscriptionchange', { oldSubscription: { toJSON, options: { applicationServerKey } } });
  await happens('pushsubscriptionchange', {});
  expect(done).toEqual([
    ['subscribe', { userVisibleOnly: true, applicationServerKey }],
    [
      'fetch',
      '/api/push-devices/renewal',
      {
        former: { endpoint: 'https://push.example/old', auth: 'A1' },
        subscription: { endpoint: 'https://push.example/new', p256dh: 'P2', auth: 'A2' },
      },
    ],
  ]);
});

it('a new version takes over at once', async () => {
  const { done, happens } = fakeBrowser();
  await happens('install', {});
  await happens('activate', {});
  expect(done).toEqual([['skipWaiting'], ['preload'], ['claim']]);
});

describe('without a connection', () => {
  it.each([
    ['en-US', 'You are offline'],
    ['pt-BR', 'Você está sem conexão'],
  ])('a page of the admin says so, in %s', async (language, title) => {
    const { happens } = fakeBrowser({ language });
    const page = (await happens('fetch', { request: { mode: 'navigate' } })) as Response;
    expect(page.status).toBe(503);
    expect(await page.text()).toContain(`<h1>${title}</h1>`);
  });

  it('calls and files are left to the browser, and a preloaded page is passed on', async () => {
    const { happens } = fakeBrowser();
    expect(await happens('fetch', { request: { mode: 'cors' } })).toBeUndefined();
    const preloadResponse = Promise.resolve(new Response('from the store'));
    const page = (await happens('fetch', { request: { mode: 'navigate' }, preloadResponse })) as Response;
    expect(await page.text()).toBe('from the store');
  });
});
