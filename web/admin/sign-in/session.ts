// The admin's session in this tab: the account, the expiry, sign-in and sign-out. Renders nothing.
import type { Role } from '../../../contract/account-rules.ts';
import { type Api, ApiError, NetworkError } from '../../api.ts';
import type { LabelText } from '../texts/label-text.ts';
import { shownTexts } from '../texts/shown-texts.ts';
import type { DeviceKey } from './device-key.ts';
import { readTokenClaims } from './token-claims.ts';
import type { TokenStorage } from './token-storage.ts';

export const expiryCheckMs = 60_000;
export const verifyRetryMs = 5_000;
const logoutWaitMs = 3_000;

type LoginState =
  | { at: 'idle' | 'authenticating' | 'success' }
  /** `mayUseBackupCode`: the password was correct, and a backup code stands in for the required passkey. */
  | { at: 'failed'; message: LabelText; mayUseBackupCode?: boolean }
  /** The password was correct. A code of the authenticator app is required; after a wrong one with an error. */
  | { at: 'code'; message: LabelText | null };

export type SessionState = {
  /** unreachable: there is a token, but the store did not respond. The check is repeated automatically. */
  phase: 'checking' | 'unreachable' | 'unauthenticated' | 'active' | 'leaving';
  isAuthenticated: boolean;
  user: { email: string; role: string } | null;
  /** The role of this admin, and the calls that it may not make. */
  access: Role;
  denied: readonly string[];
  /** Seconds since 1970. */
  tokenExpiry: number | null;
  /** The store requires a second factor, and this admin has none yet. */
  lacksSecondFactor: boolean;
  /** How many are left; null without a second factor, and until the store sends it. */
  backupCodes: number | null;
  login: LoginState;
  /** There was a session, and it is over: expired, or ended by the store. */
  isOver: boolean;
};

export type Session = {
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Verifies the stored token and watches its expiry. Returns the function that ends the watch. */
  start: () => () => void;
  /** Verifies the stored token again. */
  verify: () => Promise<void>;
  /** False when refused: `state().login` has the error, or requires a code. Never throws. */
  login: (email: string, password: string, code?: string) => Promise<boolean>;
  /** Accepts an invitation with a password, and signs the new admin in. Throws the refusal of the store. */
  acceptInvitation: (token: string, password: string) => Promise<void>;
  /** Signs in with a passkey of the browser. False without one, or when refused. Never throws. */
  passkeyLogin: () => Promise<boolean>;
  /** Back to e-mail and password. */
  restartLogin: () => void;
  /** The success screen was shown: the sign-in is complete. */
  finishLogin: () => void;
  /** Registers this browser again after all browsers were removed. */
  renewDeviceKey: () => void;
  /** Revokes and removes the token, and opens the public site. */
  logout: () => Promise<void>;
  /** The store allows only the setup of a second factor. */
  requireSecondFactor: () => void;
  /** Forgets the token: expired, or refused by the store. */
  end: () => void;
};

type SessionDeps = {
  api: Api;
  /** Carries no token: a wrong password must not end a session that waits for the network. */
  publicApi: Api;
  tokens: TokenStorage;
  deviceKey: DeviceKey;
  now: () => number;
  /** Leaves the admin for a public page by a full page load. */
  leave: (path: string) => void;
  /** Ends what belongs to this browser, while the session still may. Null for nothing. */
  beforeLogout?: () => Promise<void> | null;
};

/** Until the store sends the role. It refuses what the role may not do in any case. */
const unrestricted = { access: 'owner', denied: [] } as const;
const signedOut = {
  isAuthenticated: false,
  user: null,
  tokenExpiry: null,
  lacksSecondFactor: false,
  backupCodes: null,
  ...unrestricted,
} as const;
const idle: LoginState = { at: 'idle' };

export function createSession({ api, publicApi, tokens, deviceKey, now, leave, beforeLogout }: SessionDeps): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = {
    phase: tokens.read() ? 'checking' : 'unauthenticated',
    ...signedOut,
    login: idle,
    isOver: false,
  };

  function change(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function end(): void {
    tokens.clear();
    if (state.phase === 'leaving') return;
    const login = state.login.at === 'failed' || state.login.at === 'code' ? state.login : idle;
    if (state.phase !== 'unauthenticated') {
      change({ phase: 'unauthenticated', ...signedOut, login, isOver: true });
    }
  }

  function activate(account: Omit<SessionState, 'phase' | 'isAuthenticated' | 'isOver'>): void {
    change({ phase: 'active', isAuthenticated: true, isOver: false, ...account });
  }

  async function verify(): Promise<void> {
    const token = tokens.read();
    if (!token) return end();
    try {
      const answer = await api.call('GET /api/admin/verify', {});
      const { user, second_factor_required: lacksSecondFactor = false, backup_codes: backupCodes = null } = answer;
      if (tokens.read() !== token) return;
      const { email, role, exp: tokenExpiry, access = 'owner', denied = [] } = user;
      activate({
        user: { email, role },
        access,
        denied,
        tokenExpiry,
        lacksSecondFactor,
        backupCodes,
        login: state.login,
      });
    } catch (error) {
      if (tokens.read() !== token) return;
      if (error instanceof ApiError) return end();
      if (state.phase === 'checking') change({ ...state, phase: 'unreachable' });
    }
  }

  function checkExpiry(): void {
    if (state.tokenExpiry !== null && now() / 1000 >= state.tokenExpiry) end();
  }

  async function login(email: string, password: string, code?: string): Promise<boolean> {
    const known = deviceKey.read();
    const body = { email, password, bind: true, ...(code ? { code } : {}), ...(known ? { deviceKey: known } : {}) };
    return signIn(email, () => publicApi.call('POST /api/admin/login', { body }));
  }

  async function acceptInvitation(token: string, password: string): Promise<void> {
    const body = { token, password, bind: true };
    const answer = await publicApi.call('POST /api/admin/invitations/accept', { body });
    await signIn('', async () => answer);
  }

  async function passkeyLogin(): Promise<boolean> {
    return signIn('', async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await publicApi.call('POST /api/admin/login/passkey/options', {});
      const response = await startAuthentication({ optionsJSON });
      return publicApi.call('POST /api/admin/login/passkey', { body: { response, bind: true } });
    });
  }

  async function signIn(
    email: string,
    requestToken: () => Promise<{ token: string; expiresIn: number }>,
  ): Promise<boolean> {
    change({ ...state, login: { at: 'authenticating' } });
    try {
      const { token, expiresIn } = await requestToken();
      tokens.write(token);
      const claims = readTokenClaims(token);
      const user = { email: claims?.email ?? email, role: claims?.role ?? 'admin' };
      const tokenExpiry = claims?.exp ?? Math.floor(now() / 1000) + expiresIn;
      activate({
        user,
        ...unrestricted,
        tokenExpiry,
        lacksSecondFactor: false,
        backupCodes: null,
        login: { at: 'success' },
      });
      // Read before the first page, so that the setup can be shown.
      void verify();
      void deviceKey.renew(api);
      return true;
    } catch (error) {
      change({ ...state, login: codeQuestion(error) ?? loginEnd(error) });
      return false;
    }
  }

  async function logout(): Promise<void> {
    if (state.phase === 'leaving') return;
    change({ ...state, phase: 'leaving' });
    const ended = beforeLogout?.();
    if (ended) await withinWait(ended.catch(() => undefined));
    const revoked = api.call('POST /api/admin/logout', {}, { keepalive: true }).catch(() => undefined);
    tokens.clear();
    await withinWait(revoked);
    leave('/');
  }

  function start(): () => void {
    const expiry = setInterval(checkExpiry, expiryCheckMs);
    const retry = setInterval(() => {
      if (state.phase === 'unreachable') void verify();
    }, verifyRetryMs);
    void verify();
    return () => {
      clearInterval(expiry);
      clearInterval(retry);
    };
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    verify,
    login,
    acceptInvitation,
    passkeyLogin,
    restartLogin: () => change({ ...state, login: idle }),
    renewDeviceKey: () => void deviceKey.renew(api),
    finishLogin: () => change({ ...state, login: idle }),
    logout,
    requireSecondFactor: () => {
      if (state.phase === 'active' && !state.lacksSecondFactor) change({ ...state, lacksSecondFactor: true });
    },
    end,
  };
}

async function withinWait(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, logoutWaitMs))]);
}

/** True when the store requires a code, or another one. */
function codeQuestion(error: unknown): LoginState | null {
  if (!(error instanceof ApiError)) return null;
  if (error.body.code === 'code_required') return { at: 'code', message: null };
  return error.body.code === 'wrong_code' ? { at: 'code', message: shownTexts().signIn.wrongCode } : null;
}

/** Closing the browser's dialog for a passkey is no failure. */
function loginEnd(error: unknown): LoginState {
  const closed = error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  if (closed) return idle;
  const factors = error instanceof ApiError ? error.body.factors : null;
  const mayUseBackupCode = Array.isArray(factors) && factors.includes('backup_code');
  return { at: 'failed', message: loginFailure(error), ...(mayUseBackupCode ? { mayUseBackupCode } : {}) };
}

/** The error text in the shown language; a sentence of the store where there is none of ours. */
function loginFailure(error: unknown): LabelText {
  const { signIn } = shownTexts();
  if (error instanceof NetworkError) return signIn.networkError;
  if (!(error instanceof ApiError)) return error instanceof Error ? signIn.wrongPasskey : signIn.wrongCredentials;
  const { code, message, retryAfter } = error.body;
  if (code === 'passkey_required') return signIn.passkeyRequired;
  if (code === 'wrong_passkey') return signIn.wrongPasskey;
  if (error.status === 401 || error.status === 400) return signIn.wrongCredentials;
  if (error.status === 429 && typeof retryAfter === 'number') return signIn.locked(Math.ceil(retryAfter / 60));
  return typeof message === 'string' ? message : signIn.somethingWrong;
}
