// The settings sections, the pages that have them, and where a setting is. For the settings and the command palette.

import type { EndpointName } from '../../../contract/index.ts';
import type { IsAllowed } from '../allowed.tsx';
import { settingsPath } from '../paths.ts';

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

/** The pages in display order. Launch moves to the end once it is done. */
export const settingsPages = [
  { id: 'launch', sections: ['launch'] },
  { id: 'store', sections: ['store', 'business', 'claims', 'legal'] },
  { id: 'prices', sections: ['prices'] },
  { id: 'delivery', sections: ['dispatch', 'tracking'] },
  { id: 'texts', sections: ['texts', 'emails'] },
  { id: 'safety', sections: ['guardrails', 'card-testing'] },
  { id: 'team', sections: ['sign-in', 'admins', 'owner', 'second-factor', 'sessions'] },
  { id: 'developers', sections: ['api-keys', 'webhooks'] },
  { id: 'data', sections: ['retention', 'people', 'backups'] },
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

/** Groups of settings that are not shown in a section of their own name. */
const sectionOfGroup: Partial<Record<string, SectionId>> = {
  automatic_dispatch: 'dispatch',
  automatic_refund: 'dispatch',
  full_ip: 'retention',
  require_second_factor: 'second-factor',
  support_refund: 'guardrails',
  spending_caps: 'guardrails',
  card_testing: 'card-testing',
};

/** The section that has the field of a setting, by its path. */
export function sectionOfField(path: string): SectionId {
  const [group = ''] = path.split('.');
  return sectionOfGroup[group] ?? sections.find(({ id }) => id === group)?.id ?? 'store';
}
