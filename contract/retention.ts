// Data retention by class, and what replaces erased data. Pure: used by the form, the server and the privacy page. Orders are
// kept for accounting: they lose their personal data only.

export const retentionNames = ['visits', 'alerts', 'sessions', 'mails', 'messages', 'orders'] as const;
export type RetentionName = (typeof retentionNames)[number];
/** Days. */
export type Retention = Record<RetentionName, number>;

export const retentionTitles: Record<RetentionName, string> = {
  visits: 'Visits',
  alerts: 'Alerts',
  sessions: 'Ended sign-ins',
  mails: 'Emails',
  messages: 'Messages to support',
  orders: 'Emails and links of orders',
};

/** Of addresses and links that replace erased ones. */
export const erasedHost = 'erased.invalid';

/** An undeliverable address, shared by all records of one erased person. It cannot be traced to the original email. */
export function erasedEmail(randomHex: string): string {
  return `erased-${randomHex}@${erasedHost}`;
}

export function isErasedEmail(email: string): boolean {
  return /^erased-[0-9a-f]+@erased\.invalid$/.test(email);
}

/** The link that replaces another begins so, and ends with its number in its order, counted from 1. */
export const erasedLinkBase = `https://${erasedHost}/`;
