// The comparison of the ledger with the gateway, in Portuguese (Brazil).
import type { Texts } from '../texts.ts';

export const reconciliation: Texts['reconciliation'] = {
  title: 'Livro-caixa e gateway',
  failed: 'Não foi possível carregar a comparação',
  never: 'Ainda não comparados. A loja compara todos os dias às 03:41 UTC.',
  differences: (count) => (count === '1' ? '1 diferença' : `${count} diferenças`),
  none: 'Nenhuma diferença',
  running: 'Em andamento',
  compared: (count, from, to) => `${count} pagamentos de ${from} a ${to} comparados,`,
  caption: 'Diferenças entre livro-caixa e gateway',
  columns: { order: 'Pedido', what: 'Diferença', ledger: 'Livro-caixa', gateway: 'Gateway' },
  kinds: {
    captured: 'Capturado',
    refunded: 'Reembolsado',
    currency: 'Moeda',
    disputed: 'Estornado',
    unknown: 'Pagamento',
    not_asked: 'Não verificado',
  },
  first: (count) => `Só as primeiras ${count} são exibidas.`,
};
