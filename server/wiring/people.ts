// Customers, visitors and what the law gives a person.
import { createAnalyticsStore } from '../analytics/analytics-store.ts';
import { createCustomersStore } from '../customers/customers-store.ts';
import { createMailWords } from '../mail/mail-words.ts';
import { createPeople } from '../people/people.ts';
import { createPeopleStore } from '../people/people-store.ts';
import { createRetentionStore } from '../people/retention-store.ts';
import { createPresence, onlineSeconds } from '../presence/presence.ts';
import { createPresenceStore } from '../presence/presence-store.ts';
import { readDashboard } from '../visitors/dashboard.ts';
import type { PeriodName } from '../visitors/questions/period.ts';
import { createVisitorKeys } from '../visitors/visitor-keys.ts';
import { createVisits } from '../visitors/visits.ts';
import { createVisitsStore } from '../visitors/visits-store.ts';
import type { Foundation } from './foundation.ts';
import { readBy } from './reading.ts';

const figures = [
  ...(['statusCounts', 'withinHours', 'ofDays', 'money', 'days', 'weeks'] as const),
  ...(['revenueByCategory', 'topCustomers', 'placedOutcomes', 'visitors'] as const),
];

export type PeopleParts = ReturnType<typeof wirePeople>;

/** `isOurs`: whether a token is an admin's, whose own visits are not counted. */
export function wirePeople(
  foundation: Foundation,
  parts: { receiptPath: (orderId: string) => string; isOurs: (token: string) => boolean },
) {
  const { ports, config, database, mailsStore, reading } = foundation;
  const { publicUrl } = config;
  const customersStore = readBy(reading, (on) => createCustomersStore(on), [
    'listCustomers',
    'countCustomers',
    'newestOrders',
  ]);
  const keys = createVisitorKeys(ports);
  const presenceStore = createPresenceStore(database, onlineSeconds);
  const visitsStore = createVisitsStore(database);
  return {
    customersStore,
    presenceStore,
    visitsStore,
    analyticsStore: readBy(reading, createAnalyticsStore, figures),
    dashboard: (period: PeriodName) => reading.ask((from) => readDashboard(from, createAnalyticsStore(from), period)),
    people: createPeople({
      ...ports,
      store: createPeopleStore(database),
      foldCustomers: customersStore.fold,
      wordsOfMail: createMailWords({ ...ports, store: mailsStore, publicUrl, receiptPath: parts.receiptPath }),
    }),
    retention: createRetentionStore(database),
    presence: createPresence({ ...ports, store: presenceStore, keys }),
    visits: createVisits({ ...ports, store: visitsStore, keys, isOurs: parts.isOurs }),
  };
}
