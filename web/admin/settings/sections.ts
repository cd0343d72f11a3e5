// The settings sections in display order, for the navigation of the page and the command palette. `settingsSections` of
// the texts has their titles.
import type { EndpointName } from '../../../contract/index.ts';
import type { IsAllowed } from '../allowed.tsx';

/** `call`: shown only to admins who may make it. */
export type SettingsSection = { id: SectionId; call?: EndpointName };

export const sections = [
  { id: 'store' },
  { id: 'claims' },
  { id: 'prices' },
  { id: 'dispatch' },
  { id: 'tracking' },
  { id: 'guardrails' },
  { id: 'card-testing' },
  { id: 'legal' },
  { id: 'texts' },
  { id: 'emails' },
  { id: 'business' },
  { id: 'retention' },
  { id: 'owner', call: 'getOwnerAddress' },
  { id: 'sign-in' },
  { id: 'admins', call: 'addAdmin' },
  { id: 'second-factor' },
  { id: 'sessions' },
  { id: 'api-keys', call: 'listApiKeys' },
  { id: 'webhooks', call: 'listWebhooks' },
  { id: 'people', call: 'exportPerson' },
  { id: 'history' },
  { id: 'audit' },
  { id: 'backups' },
] as const;

/** First in live mode, because a closed store cannot sell. */
export const launchSection = { id: 'launch' } as const;

export type SectionId = (typeof sections)[number]['id'] | 'launch';

export function isShown({ call }: { id: string; call?: EndpointName }, isAllowed: IsAllowed): boolean {
  return call === undefined || isAllowed(call);
}
