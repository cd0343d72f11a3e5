// How long the store keeps what is about persons, class by class. Pure: the form, the server and the privacy page say
// the same. What the books need stays; it is pseudonymised when its person asks (erased-person.ts).

export const retentionNames = ['visits', 'alerts', 'sessions', 'mails', 'messages'] as const;
export type RetentionName = (typeof retentionNames)[number];
/** Days. */
export type Retention = Record<RetentionName, number>;

export const firstRetention: Retention = { visits: 30, alerts: 90, sessions: 90, mails: 365, messages: 730 };

/** Both included. A day of visits is not over at once, and what is disputed months later must still be there. */
export const retentionLimits: Record<RetentionName, { least: number; most: number }> = {
  visits: { least: 1, most: 400 },
  alerts: { least: 30, most: 730 },
  sessions: { least: 1, most: 730 },
  mails: { least: 30, most: 3650 },
  messages: { least: 30, most: 3650 },
};

export const retentionTitles: Record<RetentionName, string> = {
  visits: 'Visits',
  alerts: 'Alerts',
  sessions: 'Ended sign-ins',
  mails: 'Mails',
  messages: 'Messages to the support',
};

/** The sentence about a number of days that may not be, or null. */
export function retentionProblem(name: RetentionName, days: number): string | null {
  const { least, most } = retentionLimits[name];
  if (Number.isInteger(days) && days >= least && days <= most) return null;
  return `${retentionTitles[name]} are kept for ${least} to ${most} days.`;
}
