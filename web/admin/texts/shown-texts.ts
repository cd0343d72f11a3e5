// The set of texts that this browser shows. Components read it with `useTexts`, other code with `shownTexts`.
import { useSyncExternalStore } from 'react';
import { languageTags } from '../../../contract/languages.ts';
import { type AnyMessage, formatMessage, type MessageTexts } from '../../../contract/store-messages.ts';
import type { ApiError } from '../../api.ts';
import { setShownLanguage } from '../../ui/format-date.ts';
import { setAmountLanguage } from '../amounts.ts';
import { browserStorage } from '../sign-in/token-storage.ts';
import type { SetupTexts } from './setup-texts.ts';
import {
  defaultTextSet,
  loadMessageTexts,
  loadServerMessages,
  loadSetupTexts,
  loadTexts,
  readTextSet,
  setLanguages,
  type TextSet,
} from './text-sets.ts';
import type { Texts } from './texts.ts';

const storageKey = 'adminTexts';
const listeners = new Set<() => void>();
type Translate = (sentence: string) => string;
type Shown = {
  set: TextSet;
  texts: Texts;
  setup: SetupTexts | null;
  translate: Translate;
  messages: MessageTexts | null;
};
let shown: Shown | null = null;
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
  const texts = await loadTexts(set);
  const setup = needsSetup ? await loadSetupTexts(set) : null;
  shown = { set, texts, setup, translate: (sentence) => sentence, messages: null };
  document.documentElement.lang = languageTags[setLanguages[set]];
  setShownLanguage(setLanguages[set]);
  setAmountLanguage(setLanguages[set]);
  for (const listener of listeners) listener();
  void showServerMessages(set);
}

/** Beside the page: the server's sentences are few, and readable before. */
async function showServerMessages(set: TextSet): Promise<void> {
  const [translate, messages] = await Promise.all([loadServerMessages(set), loadMessageTexts(set)]).catch(() => []);
  if (!messages || current().set !== set) return;
  shown = { ...current(), translate: translate ?? current().translate, messages };
  for (const listener of listeners) listener();
}

/** A sentence of the server in the shown language. One that has no translation stays as it is. */
export function shownSentence(sentence: string): string {
  return current().translate(sentence);
}

/** As answers have it. */
type SentMessage = { code: string; params?: Record<string, unknown> | undefined };

/**
 * A message in the shown language. `sentence` is its English text, shown where the message has no code, or one of another
 * version. Without it, the page made the message.
 */
export function shownMessage(message: AnyMessage): string;
export function shownMessage(message: SentMessage | null | undefined, sentence: string): string;
export function shownMessage(message: SentMessage | null | undefined, sentence?: string): string {
  const { messages, set } = current();
  const lang = setLanguages[set];
  if (sentence !== undefined && lang === 'en') return sentence;
  const text = message && messages ? formatMessage(messages, lang, message as AnyMessage) : null;
  return text ?? (sentence === undefined ? (message?.code ?? '') : shownSentence(sentence));
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

/** Loads the texts of the settings and the providers beside their pages. */
export async function showSetupTexts(): Promise<void> {
  needsSetup = true;
  const { set } = current();
  const [setup] = await Promise.all([loadSetupTexts(set), showServerMessages(set)]);
  // Another set may have been chosen meanwhile.
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

export function shownTexts(): Texts {
  return current().texts;
}

/** In a page that loaded with `showSetupTexts`. */
export function shownSetupTexts(): SetupTexts {
  return setupOf(current());
}

export function useSetupTexts(): SetupTexts {
  return setupOf(useSyncExternalStore(subscribe, current));
}

export function useTexts(): Texts {
  return useSyncExternalStore(subscribe, current).texts;
}

/** The language of the shown set, for a section inside a page whose texts are not in the catalogue yet. */
export function useTextLanguage(): string {
  return languageTags[setLanguages[useTextSet()]];
}

export function useTextSet(): TextSet {
  return useSyncExternalStore(subscribe, current).set;
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
