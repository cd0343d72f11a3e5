// Registers the service worker of the admin. Nothing of the admin depends on it but push messages and the offline page.
import { adminWorkerPath, adminWorkerScope } from '../../../contract/push-payload.ts';
import { workerPolicy } from '../../../contract/trusted-types.ts';

type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
};

// The admin's Content-Security-Policy refuses addresses of scripts in plain strings where the browser has Trusted Types.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy(workerPolicy, { createScriptURL: () => adminWorkerPath });

/** The registration with an active worker. Throws where the browser allows none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const address = policy?.createScriptURL(adminWorkerPath) ?? adminWorkerPath;
  await navigator.serviceWorker.register(address, { scope: adminWorkerScope });
  return navigator.serviceWorker.ready;
}
