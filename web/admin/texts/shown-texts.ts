// The set of texts that this browser shows. Components read it with `useTexts`, on action items with `useItemTexts`, in a page
// that loads on demand with `usePageTexts`, and other code with `shownTexts`, `shownItemTexts` and `shownPageTexts`.
import { useSyncExternalStore } from 'react';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { languageTags } from '../../../contract/languages.ts';
import { usualStatus } from '../../../contract/message-texts/usual-statuses.ts';
import { type AnyMessage, formatMessage, type MessageTexts } from '../../../contract/store-messages.ts';
import { ApiError } from '../../api.ts';
import { setShownLanguage } from '../../ui/format-date.ts';
import { setAmountLanguage } from '../amounts.ts';
import { browserStorage } from '../sign-in/token-storage.ts';
import type { SetupTexts } from './setup-texts.ts';
import {
  defaultTextSet,
  loadFirstTexts,
  loadMessageTexts,
  loadSetupTexts,
  loadTexts,
  loadTextsWithItems,
  readTextSet,
  setLanguages,
  type TextSet,
} from './text-sets.ts';
import type { FirstTexts, Texts, TextsWithItems } from './texts.ts';

const storageKey = 'adminTexts';
const listeners = new Set<() => void>();
type Shown = {
  set: TextSet;
  texts: FirstTexts;
  /** Both with the texts of the parts before. */
  items: TextsWithItems | null;
  pages: Texts | null;
  setup: SetupTexts | null;
  messages: MessageTexts | null;
};
let shown: Shown | null = null;
/** True once there was an action item. */
let needsItems = false;
/** True once a page was opened. */
let needsPages = false;
/** True once a page of the settings or the providers was opened. */
let needsSetup = false;

/** The chosen set of this browser. */
export function chosenTextSet(): TextSet {
  try {
    return readTextSet(browserStorage()?.getItem(storageKey)) ?? defaultTextSet;
  } catch {
    return defaultTextSet;
  }
}

/** Loads a set and shows it. The texts before it stay until it is there, and when it cannot be loaded. */
export async function showTexts(set: TextSet): Promise<void> {
  const texts = await (needsPages ? loadTexts(set) : loadFirstTexts(set));
  // A page may have been opened meanwhile.
  const items = needsItems ? await loadTextsWithItems(set) : null;
  const pages = needsPages ? await loadTexts(set) : null;
  const setup = needsSetup ? await loadSetupTexts(set) : null;
  shown = { set, texts, items: pages ?? items, pages, setup, messages: null };
  document.documentElement.lang = languageTags[setLanguages[set]];
  setShownLanguage(setLanguages[set]);
  setAmountLanguage(setLanguages[set]);
  for (const listener of listeners) listener();
  // Beside the page: a message without its text is readable in English.
  if (setLanguages[set] !== 'en') void showMessageTexts();
}

/** Loads the texts of the messages. In English only what the page itself finds needs them: the server sends its sentences. */
export async function showMessageTexts(): Promise<void> {
  const { set, messages: shownBefore } = current();
  if (shownBefore) return;
  const messages = await loadMessageTexts(set).catch(() => null);
  if (!messages || current().set !== set) return;
  shown = { ...current(), messages };
  for (const listener of listeners) listener();
}

/** As answers have it. Without a code it is the sentence of another service, or of an older row. */
export type SentMessage = {
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * A message in the shown language. `sentence` is its English text, shown as it is where the message has no code, or one of
 * another version. Without it, the page made the message.
 */
export function shownMessage(message: AnyMessage): string;
export function shownMessage(message: SentMessage | null | undefined, sentence: string): string;
export function shownMessage(message: SentMessage | null | undefined, sentence?: string): string {
  const { messages, set } = current();
  const language = setLanguages[set];
  if (sentence !== undefined) return messageIn({ messages, language }, message, sentence);
  if (!messages) void showMessageTexts();
  return (messages && formatMessage(messages, language, message as AnyMessage)) ?? message?.code ?? '';
}

/** The same in a language of its own. In English it is the sentence. */
export function messageIn(
  { messages, language }: { messages: MessageTexts | null; language: AdminLanguage },
  message: SentMessage | null | undefined,
  sentence: string,
): string {
  if (messages === null || language === 'en' || message?.code === undefined) return sentence;
  return formatMessage(messages, language, message as AnyMessage) ?? sentence;
}

/** The status of a provider: the usual words are in the shown language, as is a message of the store (`coded`). */
export function shownStatus(word: string, coded?: SentMessage | null): string {
  return shownMessage(coded ?? usualStatus(word), word);
}

/** The same of a refused call: its reason, or its code where that is precise enough. */
export function shownRefusal({ body, message }: ApiError): string {
  const {
    code = '',
    reason = code,
    params,
  } = body as { code?: string; reason?: string; params?: SentMessage['params'] };
  return shownMessage({ code: reason, params }, message);
}

/** Of a query that failed. What is no refusal has no text here. */
export function shownError(error: Error): string {
  return error instanceof ApiError ? shownRefusal(error) : error.message;
}

/** Loads the texts of action items beside the first of them. */
export async function showItemTexts(): Promise<void> {
  needsItems = true;
  const { set, items: shownBefore } = current();
  if (shownBefore) return;
  const items = await loadTextsWithItems(set);
  // Another set may have been chosen meanwhile.
  if (current().set !== set) return showItemTexts();
  shown = { ...current(), items };
  for (const listener of listeners) listener();
}

/** The same of the pages, which have action items, too. */
export async function showPageTexts(): Promise<void> {
  needsPages = true;
  const { set, pages: shownBefore } = current();
  if (shownBefore) return;
  const pages = await loadTexts(set);
  // Another set may have been chosen meanwhile.
  if (current().set !== set) return showPageTexts();
  shown = { ...current(), items: pages, pages };
  for (const listener of listeners) listener();
}

/** The same of the settings and the providers. */
export async function showSetupTexts(): Promise<void> {
  needsSetup = true;
  const { set } = current();
  const [setup] = await Promise.all([loadSetupTexts(set), showPageTexts(), showMessageTexts()]);
  if (current().set !== set) return showSetupTexts();
  shown = { ...current(), setup };
  for (const listener of listeners) listener();
}

/** Shows a set and stores the choice when the browser allows it. */
export async function chooseTexts(set: TextSet): Promise<void> {
  await showTexts(set);
  try {
    browserStorage()?.setItem(storageKey, set);
  } catch {
    // Storage is full or blocked: the choice lasts until the next page load.
  }
}

export function shownTexts(): FirstTexts {
  return current().texts;
}

/** Where `showItemTexts` loaded them, and in a page. */
export function shownItemTexts(): TextsWithItems {
  return itemsOf(current());
}

/** In a page that `pageOnDemand` loads. */
export function shownPageTexts(): Texts {
  return pagesOf(current());
}

/** In a page that loaded with `showSetupTexts`. */
export function shownSetupTexts(): SetupTexts {
  return setupOf(current());
}

export function useSetupTexts(): SetupTexts {
  return setupOf(useSyncExternalStore(subscribe, current));
}

export function useItemTexts(): TextsWithItems {
  return itemsOf(useSyncExternalStore(subscribe, current));
}

export function usePageTexts(): Texts {
  return pagesOf(useSyncExternalStore(subscribe, current));
}

export function useTexts(): FirstTexts {
  return useSyncExternalStore(subscribe, current).texts;
}

/** The language of the shown set, for a section inside a page whose texts are not in the catalogue yet. */
export function useTextLanguage(): string {
  return languageTags[setLanguages[useTextSet()]];
}

export function useTextSet(): TextSet {
  return useSyncExternalStore(subscribe, current).set;
}

function itemsOf({ items }: Shown): TextsWithItems {
  if (!items) throw new Error('The texts of action items are not loaded yet.');
  return items;
}

function pagesOf({ pages }: Shown): Texts {
  if (!pages) throw new Error('The texts of the pages are not loaded yet.');
  return pages;
}

function setupOf({ setup }: Shown): SetupTexts {
  if (!setup) throw new Error('The texts of the settings and the providers are not loaded yet.');
  return setup;
}

function current(): Shown {
  if (!shown) throw new Error('The texts of the admin are not loaded yet.');
  return shown;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
