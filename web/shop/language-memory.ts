// The visitor's language, stored in the browser and applied to every link, with the tags of the visit. It never redirects;
// the only redirect is in `success/result-language.ts`.
import { isLanguage, type Language, languagePrefixes, splitLanguage } from '../../contract/languages.ts';
import { readTags } from './visit-source.ts';

const storageKey = 'language';

export function chosenLanguage(storage: Storage | null = localStore()): Language | null {
  const kept = storage?.getItem(storageKey);
  return isLanguage(kept) ? kept : null;
}

/** Without storage, the language of the page applies. */
export function rememberLanguage(lang: Language, storage: Storage | null = localStore()): void {
  try {
    storage?.setItem(storageKey, lang);
  } catch {
    // Storage is full or blocked.
  }
}

/** The same URL in a language. The admin, files, receipts and external sites are unchanged. */
export function inLanguage(href: string, lang: Language): string {
  return href.replace(/^\/(?!\/|admin|api|assets|receipt)[^?#]*/, (path) => {
    const plain = splitLanguage(path).rest;
    return languagePrefixes[lang] + (plain === '/' ? '' : plain) || '/';
  });
}

/**
 * Points links to pages in the stored language, with the tags of this page's address: a link that is opened in another tab
 * has no other way to keep them. The language switch stores the choice and keeps the query.
 */
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
    const href = link.getAttribute('href');
    if (chosen && href) link.setAttribute('href', inLanguage(href, chosen));
    const tags = readTags();
    if (tags && href?.startsWith('/')) link.search ||= tags;
  };
  // Runs before the URL is shown in the status bar, opened in another tab, or followed.
  for (const type of ['mouseover', 'focusin', 'pointerdown', 'click']) page.addEventListener(type, turn, true);
}

function localStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
