// Navigation targets and actions of the command palette, the shortcuts and their help. Pure.
import type { EndpointName } from '../../../contract/index.ts';
import { catalogPath, dashboardTabs, inboxPath, ordersPath, systemPath, tabPath } from '../paths.ts';
import { launchSection, type SectionId, type SettingsSection, sectionPath, sections } from '../settings/sections.ts';
import { shownPageTexts } from '../texts/shown-texts.ts';
import { hasWords } from '../word-search.ts';
import { jumps } from './use-keys.ts';

export type Command = {
  id: string;
  label: string;
  /** Other words that find it. */
  words?: string;
  /** Only for admins who may make this call. */
  call?: EndpointName;
  /** The second key after "g". */
  letter?: string;
  /** A path of the admin, or the name of an action. */
  goes: { to: string } | { act: Act };
};
export type Act = 'site' | 'logout' | 'help' | 'refresh';

/** The names of the fields of a section. */
export type FieldWords = (section: SectionId) => string;

/** In the shown set of texts. */
export function allCommands(fieldWordsOf: FieldWords = () => ''): readonly Command[] {
  const { navigation, palette, settingsPages, settingsSections, shell } = shownPageTexts();
  return [
    ...dashboardTabs.map((id) => jumpTo(tabPath(id), { id, label: navigation[id] })),
    jumpTo(ordersPath, { id: 'list', label: palette.plainList }),
    jumpTo(inboxPath, { id: 'inbox', label: palette.inbox }),
    jumpTo(catalogPath, { id: 'catalog', label: navigation.catalog }),
    { id: 'mails', label: palette.mails, goes: { to: `${inboxPath}?box=mails` } },
    { id: 'to-send', label: palette.toSend, goes: { to: `${tabPath('orders')}&status=paid` } },
    ...[...sections, launchSection].map(({ id, ...section }: SettingsSection) => ({
      ...section,
      id: `settings-${id}`,
      label: palette.settings(settingsSections[id]),
      words: `${settingsPages.words[id]} ${fieldWordsOf(id)}`,
      goes: { to: sectionPath(id) },
    })),
    { id: 'system', label: shell.system, words: settingsPages.words.heartbeat, goes: { to: systemPath } },
    { id: 'unsent', label: palette.unsent, goes: { to: `${inboxPath}?box=unsent` } },
    { id: 'ledger', label: palette.reconciliation, goes: { to: `${tabPath('analytics')}#reconciliation` } },
    { id: 'refresh', label: palette.refresh, goes: { act: 'refresh' } },
    { id: 'help', label: palette.help, goes: { act: 'help' } },
    { id: 'site', label: shell.viewSite, goes: { act: 'site' } },
    { id: 'logout', label: shell.logout, goes: { act: 'logout' } },
  ];
}

function jumpTo(to: string, named: { id: string; label: string }): Command {
  const [letter = ''] = [...jumps].find(([, path]) => path === to) ?? [];
  return { ...named, letter, goes: { to } };
}

/** By its label; by its other words where no label has what is typed. */
export function findCommands(typed: string, fieldWordsOf?: FieldWords): Command[] {
  const commands = allCommands(fieldWordsOf);
  const named = commands.filter(({ label }) => hasWords(label, typed));
  return named.length > 0 ? named : commands.filter(({ label, words = '' }) => hasWords(`${label} ${words}`, typed));
}

/** Parses a pasted order ID; null for any other text. */
export function readOrderId(typed: string): string | null {
  const id = typed.trim().replace(/^#/, '').toUpperCase();
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(id) ? id : null;
}
