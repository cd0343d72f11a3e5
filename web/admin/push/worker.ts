// The admin's service worker: shows push messages, opens their items, and answers for the store while there is no
// connection. It caches nothing, so no update meets an old page and no data stays on the device.
import type { OpenRequest, PushPayload } from '../../../contract/push-payload.ts';
import { workerTextsOf } from '../texts/worker-texts.ts';
import type { ClickEvent, FetchEvent, PushEvent, SubscriptionEvent, WorkerScope } from './worker-scope.ts';

const renewalPath = '/api/push-devices/renewal';
const icon = '/icon-192.png';
/** `adminWorkerScope` of the contract: an import of it would make a second file. */
const scope = '/admin';

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:1rem;
padding:1.5rem;box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;text-align:center;background:light-dark(#fff,#16181d);
color:light-dark(#16181d,#f2f3f5)}h1{margin:0;font-size:1.25rem}p{margin:0;max-width:26rem}a{justify-self:center;
padding:.75rem 1.25rem;border:1px solid currentColor;border-radius:10px;color:inherit;font-weight:600;text-decoration:none}`;

export function startWorker(worker: WorkerScope): void {
  // A new version takes over at once: pages depend on nothing of the former one.
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(activate(worker)));
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, pathOf(event)));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(worker, event)));
  worker.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(navigate(worker, event));
  });
}

/** Without the preload, each page would wait until the worker has started. */
async function activate({ registration, clients }: WorkerScope): Promise<void> {
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** Browsers end a subscription whose messages show nothing: an unreadable message shows a general sentence. */
async function show({ registration, navigator }: WorkerScope, { data }: PushEvent): Promise<void> {
  const { title, body, tag, path, buttons, isCritical, badge, sentAt } = readPayload(data, navigator.language);
  await registration.showNotification(title, {
    body,
    tag,
    icon,
    data: { paths: [path, ...buttons.map((button) => button.path)] },
    requireInteraction: isCritical,
    // Without it, a notification that replaces another makes no sound.
    ...{
      renotify: true,
      timestamp: sentAt,
      actions: buttons.map((button, index) => ({ action: String(index + 1), title: button.title })),
    },
  });
  // The badge is an extra that not every system has.
  if (badge !== null) await navigator.setAppBadge?.(badge).catch(() => undefined);
}

function readPayload(data: PushEvent['data'], language: string): PushPayload {
  try {
    return data?.json() as PushPayload;
  } catch {
    return {
      title: workerTextsOf(language).unreadable,
      body: '',
      tag: 'general',
      path: scope,
      buttons: [],
      isCritical: false,
      badge: null,
      sentAt: Date.now(),
    };
  }
}

/** Never leaves the admin, whatever the message holds. */
function pathOf({ action, notification }: ClickEvent): string {
  const { paths = [] } = (notification.data ?? {}) as { paths?: unknown[] };
  const path = paths[Number(action)];
  return typeof path === 'string' && path.startsWith(scope) ? path : scope;
}

/** An open page navigates by itself, because a reload would lose what is typed in it. */
async function open({ clients }: WorkerScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = windows.filter(({ url }) => new URL(url).pathname.startsWith(scope));
  const page = ours.find(({ visibilityState }) => visibilityState === 'visible') ?? ours[0];
  if (!page) return void (await clients.openWindow(path));
  // The message opens the item also where the browser refuses the focus.
  await page.focus().catch(() => undefined);
  page.postMessage({ type: 'open', path } satisfies OpenRequest);
}

/** The browser ended the subscription, for example because its keys are old. A page that opens renews it likewise. */
async function renew({ registration, fetch }: WorkerScope, { oldSubscription }: SubscriptionEvent): Promise<void> {
  const former = oldSubscription?.toJSON();
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!former || !applicationServerKey) return;
  const renewed = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = renewed.toJSON();
  const body = { former: { endpoint: former.endpoint, auth: former.keys?.auth }, subscription: { endpoint, ...keys } };
  await fetch(renewalPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function navigate(
  { fetch, navigator }: WorkerScope,
  { request, preloadResponse }: FetchEvent,
): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return offlinePage(navigator.language);
  }
}

/**
 * The page in place of the admin while there is no connection. It loads nothing, and reloads once the browser is online.
 * `language`: of the browser.
 */
function offlinePage(language: string): Response {
  const { tag, title, body, retry } = workerTextsOf(language);
  const html = `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>${style}</style></head><body><h1>${title}</h1><p>${body}</p><a href="">${retry}</a>
<script>addEventListener('online', () => location.reload())</script></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      'cache-control': 'no-store',
    },
  });
}
