// Stores the admin's token between visits.

const key = 'adminToken';
const formerKey = 'admin_auth_token';

export type TokenStorage = {
  read: () => string | null;
  write: (token: string) => void;
  clear: () => void;
};

/** Read each time, because other tabs sign in and out too. In memory where the browser forbids storage. */
export function createTokenStorage(storage: Storage | null): TokenStorage {
  let unstored: string | null = null;

  return {
    read: () => unstored ?? recall(storage),
    write: (token) => {
      unstored = storage && attempt(() => storage.setItem(key, token)) ? null : token;
      attempt(() => storage?.removeItem(formerKey));
    },
    clear: () => {
      unstored = null;
      attempt(() => storage?.removeItem(key));
      attempt(() => storage?.removeItem(formerKey));
    },
  };
}

/** True when a `storage` event reports that another tab changed the token. A null key means everything. */
export function concernsToken(changedKey: string | null): boolean {
  return changedKey === null || changedKey === key;
}

/** The browser's storage, or null where even asking for it is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function recall(storage: Storage | null): string | null {
  try {
    const current = storage?.getItem(key);
    if (current) return current;
    const former = storage?.getItem(formerKey);
    if (!storage || !former) return null;
    storage.setItem(key, former);
    storage.removeItem(formerKey);
    return former;
  } catch {
    return null;
  }
}

/** False where the storage is full or forbidden. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
