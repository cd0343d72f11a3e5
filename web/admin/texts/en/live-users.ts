// The tab of the visitors who are online now, in English.
import { visitors } from './visitors.ts';

export const liveUsers = {
  failed: "Couldn't load the live users",
  fetchFailed: 'The request failed',
  online: 'Online now',
  onlineHelp: 'Active in the last 90 s',
  sessions: 'Sessions',
  sessionsHelp: 'In the last 24 hours',
  today: "Today's visitors",
  todayHelp: (zone: string) => `Since midnight, ${zone}`,
  countries: 'Countries',
  countriesHelp: 'Of those who are online',
  none: 'No one is online right now.',
  table: 'Live users',
  columns: { ip: 'IP', country: 'Country', page: 'Current page', browser: 'Browser', activity: 'Last activity' },
  country: (name: string) => name,
  /** The name of a page or a browser. An unknown one stays as it is. */
  word: (name: string) => name,
  ip: visitors.ip,
};
