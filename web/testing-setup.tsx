// Component tests share processes and their document. Before each file, this empties the page and what it left behind.
import { vi } from 'vitest';
import { showPageTexts, showSetupTexts, showTexts } from './admin/texts/shown-texts.ts';
import { defaultTextSet } from './admin/texts/text-sets.ts';
import { visit } from './testing-live.tsx';
import { setShownZone } from './ui/format-date.ts';

type Listener = Parameters<EventTarget['addEventListener']>;
type Added = [target: EventTarget, ...listener: Listener];

/** Since the last reset. Kept by the process, because this file is loaded again for each test file. */
const shared = globalThis as { addedListeners?: Added[] };

vi.useRealTimers();
vi.unstubAllGlobals();
removeListeners();
emptyPage();
setShownZone(null);
await showTexts(defaultTextSet);
await showPageTexts();
await showSetupTexts();

function removeListeners(): void {
  if (!shared.addedListeners) {
    shared.addedListeners = [];
    for (const target of [window, document]) recordListeners(target, shared.addedListeners);
  }
  for (const [target, type, listener, options] of shared.addedListeners.splice(0)) {
    target.removeEventListener(type, listener, options);
  }
}

function recordListeners(target: EventTarget, added: Added[]): void {
  const add = target.addEventListener.bind(target);
  target.addEventListener = (...listener: Listener) => {
    // React adds this one once to a document.
    if (listener[0] !== 'selectionchange') added.push([target, ...listener]);
    add(...listener);
  };
}

function emptyPage(): void {
  visit('http://localhost:3000/');
  // Back in the history leads here, and never to an entry of another file.
  window.history.pushState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  const { documentElement: page } = document;
  for (const name of page.getAttributeNames()) page.removeAttribute(name);
  page.replaceChildren(document.createElement('head'), document.createElement('body'));
}
