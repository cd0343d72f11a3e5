// The React context of all admin pages: the API client and the session. Created once in `entry-admin.tsx` or by a test.
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Api, createApi } from '../api.ts';
import type { openLive } from '../live.ts';
import { createRefundIntents, type RefundIntents } from './payments/refund-intents.ts';
import { createDeviceKey } from './sign-in/device-key.ts';
import { createSession, type Session, type SessionState } from './sign-in/session.ts';
import { createTokenStorage } from './sign-in/token-storage.ts';
import { type ShownStore, storeOfDocument } from './store-of-document.ts';

export type Admin = {
  api: Api;
  session: Session;
  store: ShownStore;
  readToken: () => string | null;
  refundIntents: RefundIntents;
  /** Null: the pages only poll. */
  connectLive: typeof openLive | null;
};

const AdminContext = createContext<Admin | null>(null);
export const AdminProvider = AdminContext.Provider;

/** Connects token, API and session. `leave` opens a public page by a full page load. */
export function createAdmin(
  storage: Storage | null,
  leave: (path: string) => void,
  store: ShownStore = storeOfDocument(null),
  connectLive: typeof openLive | null = null,
): Admin {
  const tokens = createTokenStorage(storage);
  const api: Api = createApi({
    token: tokens.read,
    onUnauthorized: () => session.end(),
    onSecondFactorRequired: () => session.requireSecondFactor(),
  });
  const session = createSession({
    api,
    publicApi: createApi(),
    tokens,
    deviceKey: createDeviceKey(storage),
    now: Date.now,
    leave,
  });
  const refundIntents = createRefundIntents(storage);
  return { api, session, store, readToken: tokens.read, refundIntents, connectLive };
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
