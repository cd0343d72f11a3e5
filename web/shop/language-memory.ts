// The language that a visitor chose: stored in this browser, applied to every link. It never redirects by itself; the one
// exception is in `success/result-language.ts`.
import { isLanguage, type Language, languagePrefixes, splitLanguage } from '../../contract/languages.ts';

const storageKey = 'language';

export function chosenLanguage(storage: Storage | null = localStore()): Language | null {
  const kept = storage?.getItem(storageKey);
  return isLanguage(kept) ? kept : null;
}

/** A browser that keeps nothing goes on in the language of the page. */
export function rememberLanguage(lang: Language, storage: Storage | null = localStore()): void {
  try {
    storage?.setItem(storageKey, lang);
  } catch {
    // Full or forbidden.
  }
}

/** The same address in a language. The admin, the files, receipts and other sites stay as they are. */
export function inLanguage(href: string, lang: Language): string {
  const [, path, rest] = /^(\/(?!\/|admin|api|assets|receipt)[^?#]*)(.*)$/.exec(href) ?? [];
  if (!path) return href;
  const plain = splitLanguage(path).rest;
  return (languagePrefixes[lang] + (plain === '/' ? '' : plain) || '/') + rest;
}

/** Links lead to pages in the chosen language; the language switch makes the choice and keeps the query. */
export function followLanguage(page: Document): void {
  const turn = (event: Event) => {
    const link = (event.target as Partial<Element>).closest?.('a');
    if (!link) return;
    const to = link.dataset.language;
    if (isLanguage(to)) {
      link.search = page.location.search;
      if (event.type === 'click') rememberLanguage(to);
      return;
    }
    const chosen = chosenLanguage();
    const href = link.getAttribute('href') ?? '';
    if (chosen && href.startsWith('/')) link.setAttribute('href', inLanguage(href, chosen));
  };
  // Before a link is seen in the status bar, opened in another tab, or followed.
  for (const type of ['mouseover', 'focusin', 'pointerdown', 'click']) page.addEventListener(type, turn, true);
}

function localStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
