// The states of an order, its payment and its delivery, in Portuguese (Brazil).
import type { Texts } from '../texts.ts';

const categories = new Map([
  ['likes', 'Curtidas'],
  ['views', 'Visualizações'],
]);

export const states: Texts['states'] = {
  order: {
    pending: 'Pendente',
    paid: 'Pago',
    processing: 'Em processamento',
    completed: 'Concluído',
    failed: 'Falhou',
  },
  payment: {
    unpaid: 'Não pago',
    confirming: 'Em confirmação',
    declined: 'Recusado',
    expired: 'Expirado',
    paid: 'Pago',
    partly_refunded: 'Reembolsado em parte',
    refunded: 'Reembolsado',
    disputed: 'Contestado',
  },
  delivery: {
    none: 'Nada a entregar',
    to_send: 'Nenhum link enviado',
    sending: 'Parte dos links enviada',
    in_progress: 'Em entrega',
    completed: 'Entregue',
    partial: 'Entregue em parte',
    not_delivered: 'Nada entregue',
  },
  linksSent: (sent, links) => `${sent} de ${links} links enviados`,
  delivered: (delivered, ordered) => `Fornecedor: ${delivered} de ${ordered} entregues`,
  category: (name) => categories.get(name.toLowerCase()) ?? name,
};
