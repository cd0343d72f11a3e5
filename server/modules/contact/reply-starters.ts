// The first templates of replies by language, and the words that suggest the language of a message.
import { defaultLanguage, type Language, languages } from '../../../contract/languages.ts';
import type { ReplyTemplate } from '../../../contract/reply-placeholders.ts';

const starters: Record<Language, Pick<ReplyTemplate, 'name' | 'text'>[]> = {
  en: [
    {
      name: 'We are looking into it',
      text: 'Hello {{name}},\n\nThank you for your message. We are looking into it and will write to you again within one business day.\n\nBest regards,\n{{store}}',
    },
    {
      name: 'Where is my order',
      text: 'Hello {{name}},\n\nThank you for your message about order {{order}}. It is in progress. You can follow every link here: {{track}}\n\nBest regards,\n{{store}}',
    },
    {
      name: 'Refund on its way',
      text: 'Hello {{name}},\n\nWe refunded the part of order {{order}} that was not delivered. It can take your bank a few days to show the refund.\n\nBest regards,\n{{store}}',
    },
    {
      name: 'Order number, please',
      text: 'Hello {{name}},\n\nThank you for your message. Please reply with the number of your order. You find it in our emails and here: {{track}}\n\nBest regards,\n{{store}}',
    },
  ],
  pt: [
    {
      name: 'Estamos verificando',
      text: 'Olá, {{name}}!\n\nObrigado pela sua mensagem. Estamos verificando e voltamos a escrever em até um dia útil.\n\nAtenciosamente,\n{{store}}',
    },
    {
      name: 'Onde está meu pedido',
      text: 'Olá, {{name}}!\n\nObrigado pela sua mensagem sobre o pedido {{order}}. Ele está em andamento. Você pode acompanhar cada link aqui: {{track}}\n\nAtenciosamente,\n{{store}}',
    },
    {
      name: 'Reembolso a caminho',
      text: 'Olá, {{name}}!\n\nReembolsamos a parte do pedido {{order}} que não foi entregue. Seu banco pode levar alguns dias para mostrar o reembolso.\n\nAtenciosamente,\n{{store}}',
    },
    {
      name: 'Número do pedido, por favor',
      text: 'Olá, {{name}}!\n\nObrigado pela sua mensagem. Por favor, responda com o número do seu pedido. Você o encontra nos nossos emails e aqui: {{track}}\n\nAtenciosamente,\n{{store}}',
    },
  ],
};

export const starterTemplates: ReplyTemplate[] = languages.flatMap((language) =>
  starters[language].map((one) => ({ language, ...one })),
);

/** Frequent words. None is a word of another language of the store, or a part of its email addresses. */
const frequentWords: Record<Language, RegExp> = {
  en: /\b(the|and|is|my|you|your|order|not|have|when|where|what|hello|hi|please|thanks|thank|refund|likes|it|was|did|for)\b/gi,
  pt: /(?<![\p{L}\p{N}])(que|é|não|nao|meu|minha|pedido|você|voce|vocês|quando|onde|olá|ola|oi|obrigado|obrigada|favor|reembolso|curtidas|está|esta|uma|um|foi|ainda|de|da)(?![\p{L}\p{N}])/giu,
};

const isAddress = /@|:\/\/|^www\./i;

/** The language with most frequent words in the text, less emails and URLs; the default language where none leads. */
export function languageOf(text: string): Language {
  const words = text
    .split(/\s+/)
    .filter((word) => !isAddress.test(word))
    .join(' ');
  const counts = languages.map((language) => ({ language, count: words.match(frequentWords[language])?.length ?? 0 }));
  const most = Math.max(...counts.map(({ count }) => count));
  const leading = counts.filter(({ count }) => count === most);
  return leading.length === 1 ? (leading[0]?.language ?? defaultLanguage) : defaultLanguage;
}
