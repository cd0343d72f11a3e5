// Personal data of people, and data retention, in English.
import { type RetentionName, retentionTitles } from '../../../../contract/retention.ts';

export const people = {
  help: 'For requests to see or erase personal data. First make sure that the request comes from the owner of the address.',
  email: 'Email of the person',
};

export const retention = {
  help: 'Older records are deleted every night. Orders lose only their emails and links; the rest is kept for accounting. The privacy page shows these numbers, unless you wrote your own.',
  titles: retentionTitles as Record<RetentionName, string>,
  countFailed: "Couldn't count what would be deleted",
  counting: 'Counting…',
  orMore: (count: string) => `${count} or more`,
  deletesTonight: (what: string) => `Saving this deletes tonight, permanently: ${what}.`,
};
