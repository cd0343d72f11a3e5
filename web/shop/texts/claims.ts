// The operator's own words in a language: the first values of a store are translated, what an operator wrote stays.
import type { Language } from '../../../contract/pages.ts';

const portuguese: Readonly<Record<string, string>> = {
  '10k+ happy customers': 'Mais de 10 mil clientes satisfeitos',
  '4.9/5 rating': 'Nota 4,9 de 5',
  'Delivery starts in 1-5 minutes': 'A entrega começa em 1 a 5 minutos',
  'Most orders done within 24 hours': 'A maioria dos pedidos fica pronta em até 24 horas',
  '24/7 support': 'Suporte 24 horas, todos os dias',
  '100% money-back guarantee if delivery fails': 'Garantia de 100% do dinheiro de volta se a entrega falhar',
  'No password needed': 'Sem precisar de senha',
  'Mon-Fri 9AM-6PM EST': 'Seg. a sex., das 9h às 18h (EST)',
  'Sat-Sun 10AM-4PM EST': 'Sáb. e dom., das 10h às 16h (EST)',
};

export function operatorText(text: string, lang: Language): string {
  return lang === 'pt' ? (portuguese[text] ?? text) : text;
}
