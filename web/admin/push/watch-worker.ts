// Connects the open page with the service worker: registers it beside the page, and renews the subscription once somebody
// is signed in.
import type { Admin } from '../admin-context.tsx';
import { hasDevice } from './device-key.ts';

const afterStartMs = 3_000;

/** Never throws: nothing of a page depends on it. */
export function watchWorker({ api, session }: Admin): void {
  if (!('serviceWorker' in navigator)) return;
  let isKept = false;
  const keep = () => {
    if (isKept || session.state().phase !== 'active' || !hasDevice()) return;
    isKept = true;
    void import('./device.ts').then(({ keepSubscription }) => keepSubscription(api)).catch(() => undefined);
  };
  session.subscribe(keep);
  // Its files and its first data come first.
  setTimeout(() => {
    void import('./register-worker.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined);
    keep();
  }, afterStartMs);
}
