// The React context of all admin pages: the API client and the session. Created once in `entry-admin.tsx` or by a test.
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Api, createApi } from '../api.ts';
import type { openLive } from '../live.ts';
import { isUnattended } from './last-input.ts';
import { createRefundIntents, type RefundIntents } from './payments/refund-intents.ts';
import { hasDevice } from './push/device-key.ts';
import { createDeviceKey } from './sign-in/device-key.ts';
import { createProof, type Proof } from './sign-in/proof.ts';
import { createSession, type Session, type SessionState } from './sign-in/session.ts';
import { createTokenStorage } from './sign-in/token-storage.ts';
import { type ShownStore, storeOfDocument } from './store-of-document.ts';

export type Admin = {
  api: Api;
  /** Its refusals do not end the session: the visitors tab shows an error first. */
  visitorApi: Api;
  session: Session;
  store: ShownStore;
  readToken: () => string | null;
  refundIntents: RefundIntents;
  proof: Proof;
  /** Null: the pages only poll. */
  connectLive: typeof openLive | null;
};

export const AdminContext = createContext<Admin | null>(null);

/** Connects token, API and session. `leave` opens a public page by a full page load. Calls start after `ready`. */
export function createAdmin(
  storage: Storage | null,
  leave: (path: string) => void,
  store: ShownStore = storeOfDocument(null),
  connectLive: typeof openLive | null = null,
  ready?: () => Promise<void>,
): Admin {
  const tokens = createTokenStorage(storage);
  const proof = createProof();
  const common = { ...(ready ? { ready } : {}), token: tokens.read, isUnattended: () => isUnattended(Date.now()) };
  const options = {
    ...common,
    onUnauthorized: () => {
      proof.end(false);
      session.end();
    },
    onSecondFactorRequired: () => session.requireSecondFactor(),
    onRoleRefused: () => void session.verify(),
  };
  const api = createApi({ ...options, onStepUp: proof.ask });
  const session: Session = createSession({
    // Its calls come by themselves: no dialog answers them.
    api: createApi(options),
    publicApi: createApi(),
    tokens,
    deviceKey: createDeviceKey(storage),
    now: Date.now,
    leave,
    beforeLogout: () => (hasDevice() ? import('./push/device.ts').then(({ turnOff }) => turnOff(api)) : null),
  });
  const refundIntents = createRefundIntents(storage);
  return {
    api,
    visitorApi: createApi(common),
    session,
    store,
    readToken: tokens.read,
    refundIntents,
    proof,
    connectLive,
  };
}

export function useAdmin(): Admin {
  const admin = useContext(AdminContext);
  if (!admin) throw new Error('useAdmin needs an AdminProvider above it');
  return admin;
}

export function useSessionState(): SessionState {
  const { session } = useAdmin();
  return useSyncExternalStore(session.subscribe, session.state);
}
