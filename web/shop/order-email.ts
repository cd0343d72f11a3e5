// The email of an order that this tab placed or found. Payment and tracking need it. Stored for this tab, never in a
// URL.

const emailsKey = 'orderEmails';
const trackKey = 'trackEmail';
const mostKept = 20;

export function saveOrderEmail(orderId: string, email: string): void {
  const kept = Object.entries(readEmails()).filter(([id]) => id !== orderId);
  write(emailsKey, JSON.stringify(Object.fromEntries([...kept, [orderId, email]].slice(-mostKept))));
}

/** Null: this tab neither placed nor found the order. */
export function findOrderEmail(orderId: string): string | null {
  const email = readEmails()[orderId];
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

function readEmails(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(read(emailsKey) ?? '{}');
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
