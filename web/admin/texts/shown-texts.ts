// The set of texts that this browser shows. Components read it with `useTexts`, other code with `shownTexts`.
import { useSyncExternalStore } from 'react';
import { languageTags } from '../../../contract/languages.ts';
import { setShownLanguage } from '../../ui/format-date.ts';
import { browserStorage } from '../sign-in/token-storage.ts';
import { defaultTextSet, loadTexts, readTextSet, setLanguages, type TextSet } from './text-sets.ts';
import type { Texts } from './texts.ts';

const storageKey = 'adminTexts';
const listeners = new Set<() => void>();
let shown: { set: TextSet; texts: Texts } | null = null;

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
  shown = { set, texts };
  document.documentElement.lang = languageTags[setLanguages[set]];
  setShownLanguage(setLanguages[set]);
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

function current(): { set: TextSet; texts: Texts } {
  if (!shown) throw new Error('The texts of the admin are not loaded yet.');
  return shown;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
