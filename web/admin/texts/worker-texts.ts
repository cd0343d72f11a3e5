// The texts of the service worker in every language, by the language of the browser. Without imports, so that the worker
// is one file.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';

type WorkerTexts = { tag: string; unreadable: string; title: string; body: string; retry: string };

const texts: Record<AdminLanguage, WorkerTexts> = {
  en: {
    tag: 'en',
    unreadable: 'Something needs your attention',
    title: 'You are offline',
    body: 'The admin needs a connection to your store. It opens again once you are online.',
    retry: 'Try again',
  },
  pt: {
    tag: 'pt-BR',
    unreadable: 'Há algo que precisa de você',
    title: 'Você está sem conexão',
    body: 'O painel precisa de conexão com a sua loja. Ele abre de novo quando você estiver online.',
    retry: 'Tentar de novo',
  },
};

/** `language`: the tag of the browser's language. */
export function workerTextsOf(language: string): WorkerTexts {
  const [, found] = Object.entries(texts).find(([code]) => language.startsWith(code)) ?? [];
  return found ?? texts.en;
}
