// The settings sections in display order, for the navigation of the page and the command palette.

export const sections = [
  { id: 'store', title: 'Store' },
  { id: 'claims', title: 'Claims' },
  { id: 'prices', title: 'Prices' },
  { id: 'dispatch', title: 'Dispatch' },
  { id: 'tracking', title: 'My Orders' },
  { id: 'card-testing', title: 'Card testing' },
  { id: 'legal', title: 'Legal texts' },
  { id: 'emails', title: 'Emails' },
  { id: 'business', title: 'Business details' },
  { id: 'retention', title: 'Retention' },
  { id: 'sign-in', title: 'Your sign-in' },
  { id: 'admins', title: 'Admins' },
  { id: 'second-factor', title: 'Second factor' },
  { id: 'api-keys', title: 'API keys' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'people', title: 'Personal data' },
  { id: 'history', title: 'History' },
  { id: 'audit', title: 'Audit log' },
  { id: 'backups', title: 'Backups' },
] as const;

/** First in live mode, because a closed store cannot sell. */
export const launchSection = { id: 'launch', title: 'Launch' } as const;

export type SectionId = (typeof sections)[number]['id'] | 'launch';
