// The email of an order that this tab placed or found, and the key of one that it placed. Payment and tracking need
// them. Stored for this tab, never in a URL.

const emailsKey = 'orderEmails';
const keysKey = 'orderKeys';
const trackKey = 'trackEmail';
const mostKept = 20;

export function saveOrderEmail(orderId: string, email: string): void {
  saveIn(emailsKey, orderId, email);
}

/** The store's proof that this tab placed the order. */
export function saveOrderKey(orderId: string, key: string): void {
  saveIn(keysKey, orderId, key);
}

/** Null: this tab did not place the order. */
export function findOrderKey(orderId: string): string | null {
  const key = readMap(keysKey)[orderId];
  return typeof key === 'string' ? key : null;
}

/** The header that opens the orders that this tab placed; none without any. */
export function orderKeyHeader(): Record<string, string> {
  const pairs = Object.entries(readMap(keysKey)).map(([id, key]) => `${id}.${key}`);
  return pairs.length > 0 ? { 'order-key': pairs.join(', ') } : {};
}

/** The email of the newest order of this tab; empty without any. */
export function newestOrderEmail(): string {
  const email = Object.values(readMap(emailsKey)).at(-1);
  return typeof email === 'string' ? email : '';
}

/** Null: this tab neither placed nor found the order. */
export function findOrderEmail(orderId: string): string | null {
  const email = readMap(emailsKey)[orderId];
  return typeof email === 'string' ? email : null;
}

/** The next page of this tab looks up the orders of this email. */
export function saveEmailForTracking(email: string): void {
  write(trackKey, email);
}

/** Reads and deletes the email, so that a later visit starts empty. */
export function readEmailForTracking(): string | null {
  const email = read(trackKey);
  try {
    if (email !== null) sessionStorage.removeItem(trackKey);
  } catch {
    // Storage is blocked.
  }
  return email;
}

function saveIn(key: string, orderId: string, value: string): void {
  const kept = Object.entries(readMap(key)).filter(([id]) => id !== orderId);
  write(key, JSON.stringify(Object.fromEntries([...kept, [orderId, value]].slice(-mostKept))));
}

function readMap(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(read(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is full or blocked: the buyer types the email again.
  }
}
