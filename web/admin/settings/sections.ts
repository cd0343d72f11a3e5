// The settings sections in display order, for the navigation of the page and the command palette.

import type { EndpointName } from '../../../contract/index.ts';
import type { IsAllowed } from '../allowed.tsx';

/** `call`: shown only to admins who may make it. */
export type SettingsSection = { id: SectionId; title: string; call?: EndpointName };

export const sections = [
  { id: 'store', title: 'Store' },
  { id: 'claims', title: 'Claims' },
  { id: 'prices', title: 'Prices' },
  { id: 'dispatch', title: 'Dispatch' },
  { id: 'tracking', title: 'My Orders' },
  { id: 'guardrails', title: 'Guardrails' },
  { id: 'card-testing', title: 'Card testing' },
  { id: 'legal', title: 'Legal texts' },
  { id: 'texts', title: 'Texts' },
  { id: 'emails', title: 'Emails' },
  { id: 'business', title: 'Business details' },
  { id: 'retention', title: 'Retention' },
  { id: 'owner', title: 'Owner', call: 'getOwnerAddress' },
  { id: 'sign-in', title: 'Your sign-in' },
  { id: 'admins', title: 'Admins', call: 'addAdmin' },
  { id: 'second-factor', title: 'Second factor' },
  { id: 'sessions', title: 'Automatic sign-out' },
  { id: 'api-keys', title: 'API keys', call: 'listApiKeys' },
  { id: 'webhooks', title: 'Webhooks', call: 'listWebhooks' },
  { id: 'people', title: 'Personal data', call: 'exportPerson' },
  { id: 'history', title: 'History' },
  { id: 'audit', title: 'Audit log' },
  { id: 'backups', title: 'Backups' },
] as const;

/** First in live mode, because a closed store cannot sell. */
export const launchSection = { id: 'launch', title: 'Launch' } as const;

export type SectionId = (typeof sections)[number]['id'] | 'launch';

export function isShown({ call }: { id: string; call?: EndpointName }, isAllowed: IsAllowed): boolean {
  return call === undefined || isAllowed(call);
}
