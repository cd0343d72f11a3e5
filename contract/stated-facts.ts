// Facts that several pages and mails state, each worded once in each language.
import type { Language } from './languages.ts';

const english = {
  orderPage: 'Your order gets its own page. No account needed.',
  missingPart: 'What is missing is sent again or refunded.',
  bankDays: 'Banks usually need 5 to 10 working days to show a refund.',
} as const;

export type StatedFact = keyof typeof english;

export const statedFacts = {
  en: english,
  pt: {
    orderPage: 'Seu pedido tem uma página própria. Não precisa de conta.',
    missingPart: 'O que faltar é enviado de novo ou reembolsado.',
    bankDays: 'Os bancos costumam levar de 5 a 10 dias úteis para mostrar um reembolso.',
  },
} as const satisfies Record<Language, Record<StatedFact, string>>;
