// The labels of the live users that the specification gives to the letter.
import * as en from '../en.ts?pages';
import type { Texts } from '../texts.ts';

export const liveUsers: Texts['liveUsers'] = {
  ...en.liveUsers,
  failed: 'Error loading live users data',
  fetchFailed: 'Failed to fetch live users data',
  online: 'Currently Online',
  sessions: 'Total Sessions',
  today: "Today's Visitors",
  columns: { ...en.liveUsers.columns, page: 'Current Page', activity: 'Last Activity' },
};
