// Push messages to this browser: whether it can have them, and its subscription. The store finds the browser by its
// subscription; this browser remembers the former one, which proves a renewal.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { type Api, ApiError } from '../../api.ts';
import { browserStorage } from '../sign-in/token-storage.ts';
import { deviceKey } from './device-key.ts';
import { registerWorker } from './register-worker.ts';

/** needsInstall: an iPhone allows messages only to an app on its home screen. */
export type DeviceSupport = 'supported' | 'blocked' | 'needsInstall' | 'unsupported';
type Subscription = { endpoint: string; p256dh: string; auth: string };
/** `id`: of the device in the store. */
type Remembered = { id: string; endpoint: string; auth: string };

export function deviceSupport(): DeviceSupport {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!hasPush) return isIphone() && !isInstalled() ? 'needsInstall' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'supported';
}

/** The device of this browser in the store; null while messages are off. */
export function rememberedDevice(): Remembered | null {
  try {
    return JSON.parse(browserStorage()?.getItem(deviceKey) ?? 'null');
  } catch {
    return null;
  }
}

/** Call it at a click, because it asks for the permission. False when it is refused. Throws errors of browser and store. */
export async function turnOn(
  api: Api,
  { name, language }: { name: string; language: AdminLanguage },
): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const subscription = await subscribe((await api.call('GET /api/admin/push-devices', {})).key);
  const { id } = await api.call('POST /api/admin/push-devices', { body: { subscription, name, language } });
  remember(id, subscription);
  return true;
}

/** Ends messages to this browser, also where the store cannot be reached: its next message then finds no subscription. */
export async function turnOff(api: Api): Promise<void> {
  const remembered = rememberedDevice();
  if (!remembered) return;
  forget();
  await Promise.allSettled([
    api.call('DELETE /api/admin/push-devices/{id}', { params: { id: remembered.id } }, { keepalive: true }),
    unsubscribe(),
    navigator.clearAppBadge?.(),
  ]);
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Subscribes again where the store has another key now, or the browser another subscription. */
export async function keepSubscription(api: Api): Promise<void> {
  const former = rememberedDevice();
  if (!former || deviceSupport() !== 'supported' || Notification.permission !== 'granted') return;
  const { key: storeKey, devices } = await api.call('GET /api/admin/push-devices', {});
  // Turned off meanwhile, by a logout for example: a new subscription would outlive it.
  if (!rememberedDevice()) return;
  const subscription = await subscribe(storeKey);
  if (!rememberedDevice()) return unsubscribe();
  const { endpoint, auth } = subscription;
  if (endpoint !== former.endpoint || auth !== former.auth) {
    // The service worker may have renewed it: the store has the present one then.
    const isKnown = await renew(api, { endpoint, auth }, subscription);
    if (!isKnown && !(await renew(api, former, subscription))) return forget();
    if (!rememberedDevice()) return unsubscribe();
    remember(former.id, subscription);
  } else if (!devices.some(({ id }) => id === former.id)) {
    forget();
  }
}

/** False where the store does not have the former one. */
async function renew(api: Api, { endpoint, auth }: Omit<Subscription, 'p256dh'>, subscription: Subscription) {
  try {
    await api.call('POST /api/push-devices/renewal', { body: { former: { endpoint, auth }, subscription } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** The subscription of this browser for the key; one for another key ends. */
async function subscribe(storeKey: string): Promise<Subscription> {
  const { pushManager } = await registerWorker();
  const applicationServerKey = bytesOf(storeKey);
  const present = await pushManager.getSubscription();
  if (present && !isSame(present.options.applicationServerKey, applicationServerKey)) await present.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

function remember(id: string, { endpoint, auth }: Subscription): void {
  browserStorage()?.setItem(deviceKey, JSON.stringify({ id, endpoint, auth }));
}

function forget(): void {
  browserStorage()?.removeItem(deviceKey);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? []);
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}

/** An iPad may call itself a Mac, but no Mac has a touch screen. */
function isIphone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}
