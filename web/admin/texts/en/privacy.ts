// Personal data of people, and data retention, in English.
import { type RetentionName, retentionTitles } from '../../../../contract/retention.ts';

export const people = {
  help: 'For requests to see or erase personal data. First make sure that the request comes from the owner of the address.',
  email: 'Email of the person',
};

export const retention = {
  help: 'Older records are deleted every night. Orders lose only their emails and links; the rest is kept for accounting. The privacy page shows these numbers, unless you wrote your own.',
  titles: retentionTitles as Record<RetentionName, string>,
  days: (title: string) => `${title}, days`,
  notes: {
    visits: 'Page views. Totals are kept.',
    alerts: 'With full addresses, and errors that pages reported. Alerts about money are kept.',
    sessions: 'Where admins were signed in.',
    mails: 'The recipients, and whether the email arrived.',
    messages: 'With their texts, answered or not.',
    orders: 'Older orders keep their amounts, counts and dates.',
  } satisfies Record<RetentionName, string>,
  fullIp: 'Store full IP addresses of visitors',
  fullIpOn:
    'Visits and open pages are stored with the full address. Many laws treat it as personal data. The privacy page mentions it.',
  fullIpOff:
    'Visitor addresses are truncated to their network before storage. Full addresses stored earlier are truncated within minutes.',
  countFailed: "Couldn't count what would be deleted",
  counting: 'Counting…',
  orMore: (count: string) => `${count} or more`,
  deletesTonight: (what: string) => `Saving this deletes tonight, permanently: ${what}.`,
};
