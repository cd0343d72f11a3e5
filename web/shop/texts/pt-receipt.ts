// The Portuguese texts of the receipt.
import type { enReceipt } from './en-receipt.ts';
import type { Translation } from './text.ts';

export const ptReceipt = {
  title: 'Recibo',
  print: 'Imprimir ou salvar em PDF',
  seller: 'Vendido por',
  taxId: 'CPF, CNPJ ou outro registro',
  buyer: 'Vendido a',
  order: 'Pedido',
  ordered: 'Data do pedido',
  paid: 'Data do pagamento',
  payment: 'Pagamento',
  states: {
    unpaid: 'Ainda não pago',
    closed: 'Não pago',
    paid: 'Pago',
    part_refunded: 'Pago, com reembolso parcial',
    refunded: 'Reembolsado',
    disputed: 'Contestado no banco',
  },
  item: 'Item',
  items: { Likes: 'Curtidas no Instagram', Views: 'Visualizações no Instagram' },
  quantity: 'Quantidade',
  amount: 'Valor',
  discount: 'Desconto ({percent}%)',
  total: 'Total',
  refunded: 'Reembolsado',
  refundedOn: 'Reembolsado em {date}',
  remaining: 'Restante',
  posts: 'Para estas publicações',
  note: 'Todos os valores são em dólares americanos (USD), e todos os horários, em UTC.',
  questions: 'Dúvidas? Escreva para {email}.',
  unpaidText:
    'O pedido {id} não está pago, por isso ainda não há recibo. Assim que o pagamento chegar, ele estará aqui.',
  closedText: 'O pedido {id} não foi pago e está encerrado. Não há recibo, e nada será entregue.',
  track: 'Meus pedidos',
  support: 'Falar com o suporte',
} as const satisfies Translation<typeof enReceipt>;
