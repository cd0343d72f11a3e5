// The parts of a service worker's API that the admin uses. The types of the DOM have none of them.

export type WorkerEvent = { waitUntil(work: Promise<unknown>): void };
export type PushEvent = WorkerEvent & { data: { json(): unknown } | null };
/** `action`: of the pressed button; empty for the notification itself. */
export type ClickEvent = WorkerEvent & { action: string; notification: Pick<Notification, 'data' | 'close'> };
export type SubscriptionEvent = WorkerEvent & { oldSubscription?: PushSubscription | null };
export type FetchEvent = WorkerEvent & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type WindowClient = {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};

export type WorkerScope = {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager' | 'navigationPreload' | 'scope'>;
  navigator: { language: string; setAppBadge?(count: number): Promise<void> };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  fetch(request: Request | string, options?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};
