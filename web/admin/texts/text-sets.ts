// The sets of texts of the admin. Each is loaded alone, and in parts: what the first screen needs, action items, the pages,
// the settings.
// A part is the file of its language with a name behind it: a module of its own, of which the build keeps what is named here.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { MessageTexts } from '../../../contract/store-messages.ts';
import type { EvidenceTexts, StepTexts } from './en.ts';
import type { SetupTexts } from './setup-texts.ts';
import type { FirstTexts, ItemTexts, PageTexts, Texts, TextsWithItems } from './texts.ts';

/** In the order of the choice. "specified" holds the labels of the specification to the letter, in two languages. */
export const textSets = ['specified', 'en', 'pt'] as const;
export type TextSet = (typeof textSets)[number];
export const defaultTextSet: TextSet = 'specified';

/** The language of dates, amounts and the document in each set. */
export const setLanguages: Record<TextSet, AdminLanguage> = { specified: 'en', en: 'en', pt: 'pt' };

/** The names of the sets are the same in all of them, each in its own language. */
export const textSetNames: Record<TextSet, string> = {
  specified: 'As specified',
  en: 'English',
  pt: 'Português (BR)',
};

const firstLoaders: Record<TextSet, () => Promise<FirstTexts>> = {
  specified: async () => (await import('./specified/set.ts')).specified,
  en: async () => (await import('./en.ts?first')).first,
  pt: async () => (await import('./pt.ts?first')).first,
};

const itemLoaders: Record<TextSet, () => Promise<ItemTexts>> = {
  specified: async () => (await import('./specified/items.ts')).specifiedItems,
  en: async () => (await import('./en.ts?items')).items,
  pt: async () => (await import('./pt.ts?items')).items,
};

const pageLoaders: Record<TextSet, () => Promise<PageTexts>> = {
  specified: async () => (await import('./specified/pages.ts')).specifiedPages,
  en: async () => (await import('./en.ts?pages')).pages,
  pt: async () => (await import('./pt.ts?pages')).pages,
};

const setupLoaders: Record<TextSet, () => Promise<SetupTexts>> = {
  specified: async () => (await import('./specified/setup.ts')).specifiedSetup,
  en: async () => (await import('./en.ts?setup')).setup,
  pt: async () => (await import('./pt.ts?setup')).setup,
};

/** The texts of the messages, by code. */
export async function loadMessageTexts(set: TextSet): Promise<MessageTexts> {
  return set === 'pt'
    ? (await import('../../../contract/message-texts/pt.ts')).portugueseTexts
    : (await import('../../../contract/message-texts/en.ts')).englishTexts;
}

/** The same for a tab that has the language `lang`, in "As specified" not that of the set. */
export async function loadMessageTextsIn(lang: 'en' | 'pt-BR') {
  const set = lang === 'pt-BR' ? 'pt' : 'en';
  return { messages: await loadMessageTexts(set), language: setLanguages[set] };
}

/** The document of a dispute has a language of its own. */
const evidenceLoaders: Record<AdminLanguage, () => Promise<EvidenceTexts>> = {
  en: async () => (await import('./en.ts?evidence')).evidence,
  pt: async () => (await import('./pt.ts?evidence')).evidence,
};

export function loadEvidenceWords(language: AdminLanguage): Promise<EvidenceTexts> {
  return evidenceLoaders[language]();
}

/** The steps on Home load without the other texts of the settings. */
const stepLoaders: Record<AdminLanguage, () => Promise<StepTexts>> = {
  en: async () => (await import('./en.ts?steps')).firstSteps,
  pt: async () => (await import('./pt.ts?steps')).firstSteps,
};

export function loadStepTexts(set: TextSet): Promise<StepTexts> {
  return stepLoaders[setLanguages[set]]();
}

export function loadFirstTexts(set: TextSet): Promise<FirstTexts> {
  return firstLoaders[set]();
}

/** Those of the first screen and of action items. */
export async function loadTextsWithItems(set: TextSet): Promise<TextsWithItems> {
  const [first, items] = await Promise.all([firstLoaders[set](), itemLoaders[set]()]);
  return { ...first, ...items };
}

/** Those of the first screen and of all pages. */
export async function loadTexts(set: TextSet): Promise<Texts> {
  const [withItems, pages] = await Promise.all([loadTextsWithItems(set), pageLoaders[set]()]);
  return { ...withItems, ...pages };
}

export function loadSetupTexts(set: TextSet): Promise<SetupTexts> {
  return setupLoaders[set]();
}

export function readTextSet(value: unknown): TextSet | null {
  return textSets.find((set) => set === value) ?? null;
}
