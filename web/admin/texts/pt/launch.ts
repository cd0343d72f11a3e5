// The launch of a live store, in Portuguese (Brazil).
import { launchQuestions, launchStatements } from '../../../../contract/message-texts/pt-settings.ts';
import type { SetupTexts } from '../setup-texts.ts';

export const launch: SetupTexts['launch'] = {
  failed: 'Não foi possível carregar a lista',
  isOpen: 'Aberta',
  isNotOpen: 'Ainda não aberta',
  sandbox:
    'Modo sandbox: pedidos são aceitos, sem dinheiro real. É isto que falta a uma loja real com estas configurações.',
  closed: 'Quem tenta fazer um pedido vê que a loja ainda não abriu.',
  done: 'Feito:',
  required: 'Obrigatório:',
  advised: 'Recomendado:',
  notRequired: 'Recomendado, não obrigatório.',
  openedBy: 'Aberta por',
  openedOn: 'Em',
  delivery: 'Entrega',
  figures: 'Números',
  opened: 'A loja está aberta',
  statements: 'Declaro, em meu nome e com registro:',
  statement: (id) => launchStatements[id],
  questions: launchQuestions,
  open: 'Abrir a loja',
  notReady: 'Primeiro conclua o que é obrigatório acima.',
};
