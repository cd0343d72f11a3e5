// The settings sections, the pages that have them, and where a setting is. For the settings and the command palette.
// `settingsSections` of the texts has their titles.
import type { EndpointName } from '../../../contract/index.ts';
import { settingsPath } from '../paths.ts';

/** As `useAllowed` returns it; an import would be a circle, because the texts have the types of this file. */
type IsAllowed = (call: EndpointName) => boolean;

/** `call`: shown only to admins who may make it. */
export type SettingsSection = { id: SectionId; call?: EndpointName };

export const sections = [
  { id: 'store' },
  { id: 'brand' },
  { id: 'selling' },
  { id: 'claims' },
  { id: 'prices' },
  { id: 'margins' },
  { id: 'dispatch' },
  { id: 'guarantee' },
  { id: 'tracking' },
  { id: 'guardrails' },
  { id: 'card-testing' },
  { id: 'legal' },
  { id: 'texts' },
  { id: 'emails' },
  { id: 'smtp', call: 'getInfrastructure' },
  { id: 'imap', call: 'getInfrastructure' },
  { id: 'business' },
  { id: 'payment-methods', call: 'listPaymentMethods' },
  { id: 'cards' },
  { id: 'fees' },
  { id: 'retention' },
  { id: 'owner', call: 'getOwnerAddress' },
  { id: 'digest' },
  { id: 'sign-in' },
  { id: 'admins', call: 'addAdmin' },
  { id: 'second-factor' },
  { id: 'sessions' },
  { id: 'api-keys', call: 'listApiKeys' },
  { id: 'webhooks', call: 'listWebhooks' },
  { id: 'notifications', call: 'listNotificationChannels' },
  { id: 'this-device' },
  { id: 'people', call: 'exportPerson' },
  { id: 'heartbeat', call: 'getHeartbeat' },
  { id: 'status-page' },
  { id: 'history' },
  { id: 'audit' },
  { id: 'backups' },
  { id: 'backup-folder', call: 'getInfrastructure' },
  { id: 'restore', call: 'getInfrastructure' },
] as const;

/** First in live mode, because a closed store cannot sell. */
export const launchSection = { id: 'launch' } as const;

export type SectionId = (typeof sections)[number]['id'] | 'launch';

export function isShown({ call }: { id: string; call?: EndpointName }, isAllowed: IsAllowed): boolean {
  return call === undefined || isAllowed(call);
}

/** The pages in display order. Launch moves to the end once it is done. */
export const settingsPages = [
  { id: 'launch', sections: ['launch'] },
  { id: 'store', sections: ['store', 'brand', 'selling'] },
  { id: 'business', sections: ['business', 'cards', 'fees'] },
  { id: 'payments', sections: ['payment-methods'] },
  { id: 'claims', sections: ['claims'] },
  { id: 'legal', sections: ['legal'] },
  { id: 'prices', sections: ['prices', 'margins'] },
  { id: 'delivery', sections: ['dispatch', 'guarantee', 'tracking'] },
  { id: 'texts', sections: ['texts', 'emails'] },
  { id: 'email', sections: ['smtp', 'imap'] },
  { id: 'safety', sections: ['guardrails', 'card-testing'] },
  { id: 'notifications', sections: ['notifications', 'this-device', 'digest'] },
  { id: 'team', sections: ['sign-in', 'admins', 'owner', 'second-factor', 'sessions'] },
  { id: 'developers', sections: ['api-keys', 'webhooks'] },
  { id: 'data', sections: ['backup-folder', 'backups', 'restore', 'retention', 'people'] },
  { id: 'monitoring', sections: ['heartbeat', 'status-page'] },
  { id: 'records', sections: ['history', 'audit'] },
] as const satisfies readonly { id: string; sections: readonly SectionId[] }[];

export type SettingsPageId = (typeof settingsPages)[number]['id'];

export function pageOfSection(section: SectionId): SettingsPageId {
  return settingsPages.find(({ sections: its }) => (its as readonly SectionId[]).includes(section))?.id ?? 'store';
}

/** The sections of a page that this admin may see. */
export function sectionsOf(page: SettingsPageId, isAllowed: IsAllowed): SectionId[] {
  const listed: readonly SectionId[] = settingsPages.find(({ id }) => id === page)?.sections ?? [];
  return listed.filter((section) => {
    const known: SettingsSection | undefined = sections.find(({ id }) => id === section);
    return known === undefined || isShown(known, isAllowed);
  });
}

/** The page that an address names: by the section of its fragment, else by `page`. */
export function pageOfAddress(search: string, hash: string): SettingsPageId | null {
  const section = [...sections, launchSection].find(({ id }) => hash === `#${id}`);
  if (section) return pageOfSection(section.id);
  const named = new URLSearchParams(search).get('page');
  return settingsPages.find(({ id }) => id === named)?.id ?? null;
}

export function settingsPagePath(page: SettingsPageId): string {
  return `${settingsPath}&page=${page}`;
}

export function sectionPath(section: SectionId): string {
  return `${settingsPagePath(pageOfSection(section))}#${section}`;
}
